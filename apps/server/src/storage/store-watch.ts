import { type CallTimes, type LaneLoad, STORE_LANES, type StoreLane, type StoreLoad, type WatchCall } from "./store.ts";

/** Ms on a clock that all threads share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** When a call was asked, given to a thread or a connection, and begun there, on the clock that all threads share. */
export type Times = { readonly askedAt: number; givenAt: number | null; begunAt: number | null };

/** Which calls are open in which lane, and since when: the first of a set is its oldest. */
export function createStoreWatch(told: WatchCall = () => () => {}) {
  const open = new Map(STORE_LANES.map((lane) => [lane, new Set<Times>()]));

  return {
    run: async <T>(name: string, lane: StoreLane, work: (times: Times) => Promise<T>): Promise<T> => {
      const times: Times = { askedAt: sharedNow(), givenAt: null, begunAt: null };
      const over = told(name, lane);
      open.get(lane)?.add(times);
      try {
        return await work(times);
      } finally {
        open.get(lane)?.delete(times);
        over(timesOf(times));
      }
    },
    lanes: (): StoreLoad["lanes"] => {
      const now = sharedNow();
      const loads = [...open].map(([lane, calls]) => [lane, loadOf([...calls], now)]);
      return Object.fromEntries(loads) as StoreLoad["lanes"]; // has every lane
    },
  };
}

function timesOf({ askedAt, begunAt }: Times): CallTimes {
  const now = sharedNow();
  // A call that never began has only waited.
  return { waitedMs: Math.max(0, (begunAt ?? now) - askedAt), ms: now - askedAt };
}

function loadOf(calls: readonly Times[], now: number): LaneLoad {
  const waiting = calls.filter(({ givenAt }) => givenAt === null);
  const ageOf = (oldest: Times | undefined) => (oldest === undefined ? 0 : now - oldest.askedAt);
  return {
    waiting: waiting.length,
    running: calls.length - waiting.length,
    oldestWaitMs: ageOf(waiting[0]),
    oldestMs: ageOf(calls[0]),
  };
}
