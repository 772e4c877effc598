import { Busy } from "./errors.ts";

/** Bodies that are in memory at one time come to this at most, beside small ones. */
const ROOM_BYTES = 128 * 1024 * 1024;
/** One person fills half of the room at most, so that others' bodies pass. */
const SHARE_BYTES = ROOM_BYTES / 2;

type Guest = object;
type Asking = {
  readonly guest: Guest;
  readonly who: string;
  readonly bytes: number;
  readonly enter: () => void;
  readonly drop: () => void;
};

/** Room for large bodies. Who finds none waits before their body is read: a connection that is not read costs nothing. */
export type Room = {
  /** Resolves when there is room for so many bytes; refuses after `waitMs`. */
  enter(guest: Guest, who: string, bytes: number): Promise<void>;
  /** The guest is done, or has gone: who still waits is refused. Nothing for who never asked, or left before. */
  leave(guest: Guest): void;
};

export function createRoom(waitMs: number): Room {
  const inside = new Map<Guest, { readonly who: string; readonly bytes: number }>();
  const queue = new Set<Asking>();

  const taken = (counts: (who: string) => boolean): number => {
    let sum = 0;
    for (const { who, bytes } of inside.values()) if (counts(who)) sum += bytes;
    return sum;
  };
  const fits = ({ who, bytes }: Asking): boolean =>
    taken(() => true) + bytes <= ROOM_BYTES && taken((other) => other === who) + bytes <= SHARE_BYTES;
  const admit = () => {
    for (const asking of queue) {
      if (!fits(asking)) continue;
      queue.delete(asking);
      inside.set(asking.guest, asking);
      asking.enter();
    }
  };
  return {
    enter: (guest, who, bytes) =>
      new Promise((resolve, reject) => {
        const drop = () => {
          queue.delete(asking);
          clearTimeout(timer);
          reject(new Busy(Math.ceil(waitMs / 1000)));
        };
        const timer = setTimeout(drop, waitMs);
        const enter = () => {
          clearTimeout(timer);
          resolve();
        };
        const asking = { guest, who, bytes, enter, drop };
        queue.add(asking);
        admit();
      }),
    leave: (guest) => {
      inside.delete(guest);
      for (const asking of queue) if (asking.guest === guest) asking.drop();
      admit();
    },
  };
}
