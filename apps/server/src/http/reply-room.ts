import { Busy } from "./errors.ts";

/** Maximum total size of unread replies. Small replies are not counted. */
const ROOM_BYTES = 256 * 1024 * 1024;
/** A person with this many unread bytes gets no new reply until some of it is read. */
const SHARE_BYTES = 64 * 1024 * 1024;
/** Assumed size of a reply that is being made: only the store knows the real size. */
const EXPECTED_BYTES = { short: 1024 * 1024, long: 16 * 1024 * 1024 } as const;
export type Expected = keyof typeof EXPECTED_BYTES;
/** The limits may be exceeded by this factor, because the size was not known. Larger replies are discarded. */
const MOST = 3;

/** The recipient of a reply, identified by the signal that tells when the client has left. */
type Guest = AbortSignal;
/** The caller: the key of a user, or an address. */
export type Asker = number | string;
type Place = { readonly who: Asker; readonly bytes: number };
type Waiting = { readonly who: Asker; readonly bytes: number; readonly enter: () => void };

/** Memory budget for large replies. A client that does not read its replies delays its own next replies first. */
export type ReplyRoom = {
  /** Resolves when one more reply may be made for this caller; refuses after `waitMs`, and when the client leaves. */
  enter(guest: Guest, who: Asker, expected: Expected): Promise<void>;
  /** The reply is made, and its size is known. Refuses it if it does not fit and the client may repeat the call. */
  made(guest: Guest, who: Asker, bytes: number, mayRefuse: boolean): void;
  /** True if another caller is waiting. */
  isInTheWay(guest: Guest): boolean;
  /** The reply was read to its end, or never will be. */
  leave(guest: Guest): void;
};

export function createReplyRoom(waitMs: number): ReplyRoom {
  const places = new Map<Guest, Place>();
  const byPerson = new Map<Asker, number>();
  let all = 0;
  const waiting = new Set<Waiting>();
  const busy = () => new Busy(Math.ceil(waitMs / 1000));

  const count = ({ who, bytes }: Place, sign: 1 | -1) => {
    all += sign * bytes;
    const own = (byPerson.get(who) ?? 0) + sign * bytes;
    if (own === 0) byPerson.delete(who);
    else byPerson.set(who, own);
  };
  const put = (guest: Guest, place: Place | null) => {
    const before = places.get(guest);
    if (before) count(before, -1);
    if (place) {
      places.set(guest, place);
      count(place, 1);
    } else places.delete(guest);
  };
  const fits = (who: Asker, bytes: number, most: number): boolean =>
    (byPerson.get(who) ?? 0) + bytes <= most * SHARE_BYTES && all + bytes <= most * ROOM_BYTES;
  const admit = () => {
    for (const { who, bytes, enter } of waiting) if (fits(who, bytes, 1)) enter();
  };
  const leave = (guest: Guest) => {
    put(guest, null);
    admit();
  };
  const wait = (guest: Guest, { who, bytes }: Place): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (how: () => void) => {
        clearTimeout(timer);
        waiting.delete(one);
        guest.removeEventListener("abort", refuse);
        how();
      };
      const refuse = () => settle(() => reject(busy()));
      const timer = setTimeout(refuse, waitMs);
      const enter = () => {
        put(guest, { who, bytes });
        settle(resolve);
      };
      const one = { who, bytes, enter };
      waiting.add(one);
      guest.addEventListener("abort", refuse, { once: true });
    });

  return {
    enter: async (guest, who, expected) => {
      if (guest.aborted) throw busy();
      const bytes = EXPECTED_BYTES[expected];
      if (!fits(who, bytes, 1)) return wait(guest, { who, bytes });
      put(guest, { who, bytes });
    },
    made: (guest, who, bytes, mayRefuse) => {
      put(guest, null);
      if (guest.aborted) return admit();
      const isTooMuch = mayRefuse && byPerson.has(who) && !fits(who, bytes, MOST);
      if (!isTooMuch) put(guest, { who, bytes });
      admit();
      if (isTooMuch) throw busy();
    },
    isInTheWay: (guest) => {
      const who = places.get(guest)?.who;
      return who !== undefined && [...waiting].some((one) => one.who !== who);
    },
    leave,
  };
}
