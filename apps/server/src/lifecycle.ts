/** After this long what still runs is cut off, so that the whole end stays under 5 s. */
export const DRAIN_MS = 3500;

const SIGNAL_EXITS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Waits for SIGTERM or SIGINT, then for `close`. A second signal ends the process at once, with the code a shell
 * expects; what was acknowledged is on the disk either way.
 */
export function closeOnSignal(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let closing = false;
    const hear = (signal: keyof typeof SIGNAL_EXITS) => {
      if (closing) process.exit(SIGNAL_EXITS[signal]);
      closing = true;
      close().then(resolve, reject);
    };
    process.on("SIGINT", hear);
    process.on("SIGTERM", hear);
  });
}
