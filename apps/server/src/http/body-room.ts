import { BATCH_BYTES } from "@postil/contract/body-limit";
import { Busy } from "./errors.ts";

/** Maximum total size of large bodies in memory at one time. Small bodies are not counted. */
const ROOM_BYTES = 128 * 1024 * 1024;
/** One person may use at most half of the memory, so that other people's bodies can pass. */
const SHARE_BYTES = ROOM_BYTES / 2;

type Guest = object;
type Asking = { readonly bytes: number; readonly enter: () => void; readonly drop: () => void };
type Place = { readonly who: string; bytes: number; asking: Asking | null };
/** The total size of several places, and the place that came first. */
type Tally = { taken: number; readonly first: Place };

/**
 * Memory budget for large bodies. A request that does not fit waits before more is read: a connection that is not read costs
 * nothing.
 */
export type Room = {
  /** Resolves when the guest may hold `bytes` in total; refuses after `waitMs`. */
  take(guest: Guest, who: string, bytes: number): Promise<void>;
  /** Number of bytes that this guest holds while other people wait for memory; 0 if no other person waits. */
  bytesInTheWay(guest: Guest): number;
  /** The guest is done or has gone. If it still waits, its wait is refused. Does nothing if the guest is not known. */
  leave(guest: Guest): void;
};

export function createRoom(waitMs: number): Room {
  /** In order of arrival. */
  const places = new Map<Guest, Place>();
  /** People who wait although their own share is not full. */
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

/**
 * Memory that the first place may still need is reserved for it. So the first place always finishes, whatever the others do,
 * and then the next one is the first.
 */
function fits(place: Place, { bytes }: Asking, { taken, first }: Tally, limit: number): boolean {
  const kept = place === first ? 0 : Math.max(0, BATCH_BYTES - first.bytes);
  return taken + (bytes - place.bytes) + kept <= limit;
}
