/** After this long what still runs is cut off, so that the whole end stays under 5 s: the last batch of writes is on its way then. */
export const DRAIN_MS = 3000;

/**
 * When even then it has not ended, it ends as if nobody had listened for the signal. The engine cannot be stopped within a
 * statement, and a thread that is in one keeps a process from its orderly end; what was acknowledged is on the disk.
 */
const LAST_MS = 4600;

/** A terminal, npm and a shell each hand on the same Ctrl-C: what follows so soon is not a second one. */
const SAME_GESTURE_MS = 1000;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/**
 * Waits for SIGTERM, SIGINT or SIGHUP (a closed terminal), then for `close`. A second signal ends the process at once, and so
 * does the first after {@link LAST_MS}, each as that signal does; what was acknowledged is on the disk either way.
 */
export function closeOnSignal(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let first: number | undefined;
    const hear = (signal: Signal) => {
      if (first === undefined) {
        first = performance.now();
        setTimeout(() => die(signal), LAST_MS).unref();
        close().then(resolve, reject);
      } else if (performance.now() - first > SAME_GESTURE_MS) die(signal);
    };
    for (const signal of SIGNALS) process.on(signal, hear);
  });
}

/** Not `process.exit`, which waits for the threads. */
function die(signal: Signal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
