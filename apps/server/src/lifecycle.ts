import { setTimeout as pause } from "node:timers/promises";

/** Running work is cut off after this time: the whole shutdown takes less than 5 s, with the last batch of writes. */
export const DRAIN_MS = 3000;

/**
 * After this time, the process ends as if no handler listened for the signal. The database engine cannot stop inside a
 * statement, and a thread in a statement blocks a normal exit. Acknowledged writes are on the disk.
 */
const LAST_MS = 4300;

/** A terminal, npm and a shell each pass on the same Ctrl-C: a signal within this time is not a second one. */
const SAME_GESTURE_MS = 1000;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/** The time between the signal and the end of accepting (WAT-14): load balancers see `/readyz` fail and send nobody any more. */
export function createDrain(ms: number) {
  let isEnding = false;
  return {
    isEnding: () => isEnding,
    run: async (): Promise<void> => {
      isEnding = true;
      await pause(ms);
    },
  };
}

/**
 * Waits for SIGTERM, SIGINT or SIGHUP (a closed terminal), then for `close`. A second signal ends the process at once. Without
 * one, the process ends after `drainMs` and {@link LAST_MS}. Both end it with that signal, and acknowledged writes are on the disk.
 */
export function closeOnSignal(close: () => Promise<void>, drainMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let first: number | undefined;
    const hear = (signal: Signal) => {
      if (first === undefined) {
        first = performance.now();
        setTimeout(() => die(signal), drainMs + LAST_MS).unref();
        close().then(resolve, reject);
      } else if (performance.now() - first > SAME_GESTURE_MS) die(signal);
    };
    for (const signal of SIGNALS) process.on(signal, hear);
  });
}

/** Not `process.exit`, because it waits for the threads. */
function die(signal: Signal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
