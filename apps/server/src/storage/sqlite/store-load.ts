import type { HeapInfo } from "node:v8";
import {
  type CallTimes,
  type LaneLoad,
  STORE_LANES,
  type StoreLane,
  type StoreLoad,
  type WatchCall,
} from "../store.ts";
import { sharedNow } from "./messages.ts";
import type { Thread, Times } from "./store-thread.ts";

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

/** A thread in a long statement cannot tell before its end; nobody waits for it longer, ms. */
const ANSWERS_WITHIN = 500;

export async function heapsOf(threads: readonly Thread[]): Promise<StoreLoad["threads"]> {
  const found = await Promise.all(
    threads.map(async ({ role, worker }) => {
      const late = new Promise<null>((resolve) => setTimeout(resolve, ANSWERS_WITHIN, null).unref());
      // A thread that has just ended has no heap.
      const heap: HeapInfo | null = await Promise.race([worker.getHeapStatistics().catch(() => null), late]);
      return heap && { role, heap: heap.used_heap_size, buffers: heap.external_memory };
    }),
  );
  return found.filter((one) => one !== null);
}
