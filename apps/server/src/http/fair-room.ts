import { BATCH_BYTES } from "@postil/contract/route";
import { DEFAULT_LIMITS } from "../limits.ts";
import { Busy } from "./errors.ts";

/** The memory for large bodies and for large replies. Whoever finds it full waits. One person alone cannot fill it. */

type Bounds = {
  /** Maximum number of bytes for all people together. */
  readonly most: number;
  /** Maximum number of bytes for one person. */
  readonly share: number;
  /**
   * Number of bytes that the first place may need. They are kept for it, so the first place always finishes, whatever the
   * others do, and then the next one is the first.
   */
  readonly forFirst: number;
};

type Asking = { readonly bytes: number; readonly enter: () => void; readonly drop: () => void };
/** The memory of one guest, and the memory for which it waits. */
type Place<Who> = { readonly who: Who; bytes: number; asking: Asking | null };
/** The total size of some places, in order of arrival. */
type Tally<Who> = { taken: number; readonly places: Set<Place<Who>> };

const newTally = <Who>(): Tally<Who> => ({ taken: 0, places: new Set() });

/** A guest is known by an object of its own. `waitMs`: how long it waits. */
function createFairRoom<Guest extends object, Who>({ most, share, forFirst }: Bounds, waitMs: number) {
  /** In order of arrival. */
  const places = new Map<Guest, Place<Who>>();
  const all = newTally<Who>();
  const byPerson = new Map<Who, Tally<Who>>();
  const waiting = new Set<Place<Who>>();
  /** People who wait although their own share is not full. */
  let crowded: ReadonlySet<Who> = new Set();
  const busy = () => new Busy(Math.ceil(waitMs / 1000));

  const ownOf = (who: Who): Tally<Who> => byPerson.get(who) ?? newTally();
  const arrive = (guest: Guest, who: Who): Place<Who> => {
    const place: Place<Who> = { who, bytes: 0, asking: null };
    places.set(guest, place);
    const own = ownOf(who);
    byPerson.set(who, own);
    for (const tally of [all, own]) tally.places.add(place);
    return place;
  };
  const hold = (place: Place<Who>, bytes: number) => {
    for (const tally of [all, ownOf(place.who)]) tally.taken += bytes - place.bytes;
    place.bytes = bytes;
  };
  /** Returns false if the guest is not known. */
  const release = (guest: Guest): boolean => {
    const place = places.get(guest);
    if (!place) return false;
    hold(place, 0);
    places.delete(guest);
    const own = ownOf(place.who);
    for (const tally of [all, own]) tally.places.delete(place);
    if (own.places.size === 0) byPerson.delete(place.who);
    place.asking?.drop();
    return true;
  };
  const fitsIn = ({ taken, places: others }: Tally<Who>, place: Place<Who>, bytes: number, limit: number): boolean => {
    const [first = place] = others;
    const kept = place === first ? 0 : Math.max(0, forFirst - first.bytes);
    return taken + (bytes - place.bytes) + kept <= limit;
  };
  /** `times`: how many times the bounds may be used. */
  const fits = (place: Place<Who>, bytes: number, times = 1): boolean =>
    fitsIn(ownOf(place.who), place, bytes, times * share) && fitsIn(all, place, bytes, times * most);

  const admit = () => {
    if (waiting.size === 0) return;
    const kept = new Set<Who>();
    for (const place of places.values()) {
      const { asking, who } = place;
      if (!asking || !fitsIn(ownOf(who), place, asking.bytes, share)) continue;
      if (!fitsIn(all, place, asking.bytes, most)) {
        kept.add(who);
        continue;
      }
      hold(place, asking.bytes);
      asking.enter();
    }
    crowded = kept;
  };
  const wait = (place: Place<Who>, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (how: () => void) => () => {
        clearTimeout(timer);
        place.asking = null;
        waiting.delete(place);
        if (waiting.size === 0) crowded = new Set();
        how();
      };
      const drop = settle(() => reject(busy()));
      const timer = setTimeout(drop, waitMs);
      place.asking = { bytes, enter: settle(resolve), drop };
      waiting.add(place);
      admit();
    });

  return {
    busy,
    admit,
    release,
    /** Null if the guest may hold `bytes` in total at once; otherwise resolves when it may, and refuses after `waitMs`. */
    take: (guest: Guest, who: Who, bytes: number): Promise<void> | null => {
      const place = places.get(guest) ?? arrive(guest, who);
      if (waiting.size > 0 || !fits(place, bytes)) return wait(place, bytes);
      hold(place, bytes);
      return null;
    },
    /** Counts a new place without a wait. Returns false if the bounds may not be used so many `times`. */
    putWithin: (guest: Guest, who: Who, bytes: number, times: number): boolean => {
      const place = arrive(guest, who);
      if (ownOf(who).taken > 0 && !fits(place, bytes, times)) {
        release(guest);
        return false;
      }
      hold(place, bytes);
      return true;
    },
    placeOf: (guest: Guest) => places.get(guest),
    /** True if another person waits. */
    isWaitedFor: (who: Who): boolean => [...waiting].some((one) => one.who !== who),
    /** True if another person waits whose own share is not full. */
    isCrowded: (who: Who): boolean => crowded.size > (crowded.has(who) ? 1 : 0),
    leave: (guest: Guest) => {
      if (release(guest)) admit();
    },
  };
}

export type BodyRoom = ReturnType<typeof createBodyRoom>;

/**
 * Memory budget for large bodies. A request that does not fit waits before more is read: a connection that is not read costs
 * nothing. One person may use at most half of the memory, so that other people's bodies can pass.
 */
export function createBodyRoom(waitMs: number, most = DEFAULT_LIMITS.bodyBytes) {
  const bounds = { most, share: most / 2, forFirst: BATCH_BYTES };
  const room = createFairRoom<object, string>(bounds, waitMs);
  return {
    /** Resolves when the guest may hold `bytes` in total; refuses after `waitMs`. */
    take: (guest: object, who: string, bytes: number): Promise<void> =>
      room.take(guest, who, bytes) ?? Promise.resolve(),
    /** Number of bytes that this guest holds while other people wait for memory; 0 if no other person waits. */
    bytesInTheWay: (guest: object): number => {
      const place = room.placeOf(guest);
      return place && room.isCrowded(place.who) ? place.bytes : 0;
    },
    /** The guest is done or has gone. If it still waits, its wait is refused. Does nothing if the guest is not known. */
    leave: room.leave,
  };
}

/** A person with this part of the memory in unread bytes gets no new reply until some of it is read. */
const REPLIES_SHARE = 1 / 4;
/** Assumed size of a reply that is being made: only the store knows the real size. */
const EXPECTED_BYTES = { short: 1024 * 1024, long: 16 * 1024 * 1024 } as const;
export type Expected = keyof typeof EXPECTED_BYTES;
/** The limits may be exceeded by this factor, because the size was not known. Larger replies are discarded. */
const MOST_TIMES = 3;

/** The caller: the key of a user, or an address. */
export type Asker = number | string;

/**
 * Memory budget for large replies. A client that does not read its replies delays its own next replies first. The guest is the
 * signal that tells when the client has left.
 */
export function createReplyRoom(waitMs: number, most = DEFAULT_LIMITS.replyBytes) {
  const bounds = { most, share: most * REPLIES_SHARE, forFirst: 0 };
  const room = createFairRoom<AbortSignal, Asker>(bounds, waitMs);
  return {
    /** Resolves when one more reply may be made for this caller; refuses after `waitMs`, and when the client leaves. */
    enter: async (guest: AbortSignal, who: Asker, expected: Expected): Promise<void> => {
      if (guest.aborted) throw room.busy();
      const waiting = room.take(guest, who, EXPECTED_BYTES[expected]);
      if (waiting === null) return;
      const refuse = () => room.leave(guest);
      guest.addEventListener("abort", refuse, { once: true });
      try {
        await waiting;
      } finally {
        guest.removeEventListener("abort", refuse);
      }
    },
    /** The reply is made, and its size is known. Refuses it if it does not fit and the client may repeat the call. */
    made: (guest: AbortSignal, who: Asker, bytes: number, mayRefuse: boolean): void => {
      room.release(guest);
      const isTaken =
        guest.aborted || room.putWithin(guest, who, bytes, mayRefuse ? MOST_TIMES : Number.POSITIVE_INFINITY);
      room.admit();
      if (!isTaken) throw room.busy();
    },
    /** True if another caller is waiting. */
    isInTheWay: (guest: AbortSignal): boolean => {
      const place = room.placeOf(guest);
      return place !== undefined && room.isWaitedFor(place.who);
    },
    /** The reply was read to its end, or never will be. */
    leave: room.leave,
  };
}
