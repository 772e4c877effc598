import { BATCH_BYTES } from "@postil/contract/body-limit";
import { Busy } from "./errors.ts";

/** Bodies that are in memory at one time come to this at most, beside small ones. */
const ROOM_BYTES = 128 * 1024 * 1024;
/** One person fills half of the room at most, so that others' bodies pass. */
const SHARE_BYTES = ROOM_BYTES / 2;

type Guest = object;
type Asking = { readonly bytes: number; readonly enter: () => void; readonly drop: () => void };
type Place = { readonly who: string; bytes: number; asking: Asking | null };
/** What a number of places come to, and the one that was there first. */
type Tally = { taken: number; readonly first: Place };

/** Room for large bodies. Who finds none waits before more is read: a connection that is not read costs nothing. */
export type Room = {
  /** Resolves when there is room for so many bytes in all; refuses after `waitMs`. */
  take(guest: Guest, who: string, bytes: number): Promise<void>;
  /** What the guest holds that others wait for: none while everybody has what they need. */
  bytesInTheWay(guest: Guest): number;
  /** The guest is done, or has gone: who still waits is refused. Nothing for who never asked, or left before. */
  leave(guest: Guest): void;
};

export function createRoom(waitMs: number): Room {
  /** In the order they came. */
  const places = new Map<Guest, Place>();
  /** Who waits though their own share has room. */
  let waiting: ReadonlySet<string> = new Set();

  const admit = () => {
    const { all, byPerson } = talliesOf(places.values());
    const kept = new Set<string>();
    for (const place of places.values()) {
      const { asking, who } = place;
      const own = byPerson.get(who);
      if (!asking || !own || !all || !fits(place, asking, own, SHARE_BYTES)) continue;
      if (!fits(place, asking, all, ROOM_BYTES)) {
        kept.add(who);
        continue;
      }
      for (const tally of [own, all]) tally.taken += asking.bytes - place.bytes;
      place.bytes = asking.bytes;
      asking.enter();
    }
    waiting = kept;
  };

  const wait = (place: Place, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (how: () => void) => () => {
        clearTimeout(timer);
        place.asking = null;
        how();
      };
      const drop = settle(() => reject(new Busy(Math.ceil(waitMs / 1000))));
      const timer = setTimeout(drop, waitMs);
      place.asking = { bytes, enter: settle(resolve), drop };
      admit();
    });

  return {
    take: (guest, who, bytes) => {
      const place = places.get(guest) ?? { who, bytes: 0, asking: null };
      places.set(guest, place);
      return wait(place, bytes);
    },
    bytesInTheWay: (guest) => {
      const place = places.get(guest);
      return place && waiting.size > (waiting.has(place.who) ? 1 : 0) ? place.bytes : 0;
    },
    leave: (guest) => {
      const place = places.get(guest);
      if (!place) return;
      places.delete(guest);
      place.asking?.drop();
      admit();
    },
  };
}

function talliesOf(places: Iterable<Place>): { readonly all: Tally | null; readonly byPerson: Map<string, Tally> } {
  let all: Tally | null = null;
  const byPerson = new Map<string, Tally>();
  for (const place of places) {
    all ??= { taken: 0, first: place };
    const own = byPerson.get(place.who) ?? { taken: 0, first: place };
    byPerson.set(place.who, own);
    for (const tally of [all, own]) tally.taken += place.bytes;
  }
  return { all, byPerson };
}

/** What the first may still need is kept for it: it comes to its end whatever the others do, and so does each in its turn. */
function fits(place: Place, { bytes }: Asking, { taken, first }: Tally, limit: number): boolean {
  const kept = place === first ? 0 : Math.max(0, BATCH_BYTES - first.bytes);
  return taken + (bytes - place.bytes) + kept <= limit;
}
