/** After this long what still runs is cut off, so that the whole end stays under 5 s. */
export const DRAIN_MS = 3500;

/** A terminal, npm and a shell each hand on the same Ctrl-C: what follows so soon is not a second one. */
const SAME_GESTURE_MS = 1000;

const SIGNAL_EXITS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Waits for SIGTERM, SIGINT or SIGHUP (a closed terminal), then for `close`. A second signal ends the process at once,
 * with the code a shell expects; what was acknowledged is on the disk either way.
 */
export function closeOnSignal(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let first: number | undefined;
    const hear = (signal: keyof typeof SIGNAL_EXITS) => {
      if (first === undefined) {
        first = performance.now();
        close().then(resolve, reject);
      } else if (performance.now() - first > SAME_GESTURE_MS) process.exit(SIGNAL_EXITS[signal]);
    };
    process.on("SIGINT", hear);
    process.on("SIGTERM", hear);
    process.on("SIGHUP", hear);
  });
}
