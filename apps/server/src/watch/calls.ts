import { AsyncLocalStorage } from "node:async_hooks";
import type { CallTimes, StoreLane, WatchCall } from "../storage/store.ts";

/** What one request asked of a lane of the store, in ms: `longest` is the call that took longest with its wait. */
type LaneUse = { calls: number; waitedMs: number; ms: number; longest: { readonly name: string; readonly ms: number } };

/** What a request has cost so far. */
export type WatchedCall = {
  /** The id of the person who asked; null: nobody who is known. */
  person: string | null;
  /** From the first byte until the request was read. */
  readonly readMs: number;
  /** Until the answer was there. What its reader takes longer is not the server's. */
  answeredMs: number | null;
  readonly lanes: Map<StoreLane, LaneUse>;
};

export type CallWatch = ReturnType<typeof createCallWatch>;

/** Knows for which request a call of the store is. `told` hears of every such call. */
export function createCallWatch(told: (lane: StoreLane, times: CallTimes) => void = () => {}) {
  const current = new AsyncLocalStorage<WatchedCall>();

  const store: WatchCall = (name, lane) => {
    const call = current.getStore();
    return (times) => {
      told(lane, times);
      if (call) use(call, lane, name, times);
    };
  };
  return {
    store,
    run: <T>(call: WatchedCall, work: () => T): T => current.run(call, work),
    /** Notes who makes the current call. */
    by: (person: string | null): void => {
      const call = current.getStore();
      if (call) call.person = person;
    },
  };
}

function use({ lanes }: WatchedCall, lane: StoreLane, name: string, { waitedMs, ms }: CallTimes): void {
  const so = lanes.get(lane) ?? { calls: 0, waitedMs: 0, ms: 0, longest: { name, ms: 0 } };
  lanes.set(lane, {
    calls: so.calls + 1,
    waitedMs: so.waitedMs + waitedMs,
    ms: so.ms + ms,
    longest: ms > so.longest.ms ? { name, ms } : so.longest,
  });
}

/** The lane in which a request spent most of its time; null: it asked the store for nothing. */
export function mainLane({ lanes }: WatchedCall): (LaneUse & { readonly lane: StoreLane }) | null {
  const [most] = [...lanes].toSorted(([, one], [, other]) => other.ms - one.ms);
  return most ? { lane: most[0], ...most[1] } : null;
}
