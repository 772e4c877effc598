import type { Jobs } from "./run-jobs.ts";
import type { JobStore } from "./work.ts";

/** How often the server looks for deleted datasets whose time is over. */
const EVERY_MS = 3_600_000;

export type Expiry = { stop(): Promise<void> };

type ExpiryParts = {
  readonly store: JobStore;
  readonly jobs: Pick<Jobs, "wake">;
  readonly keepDays: number;
  readonly onError: (error: unknown) => void;
};

/**
 * Removes deleted datasets whose time is over (BIN-05): at the start, and then every hour. A few per call, so that others
 * write in between; jobs remove their rows.
 */
export function removeExpired({ store, jobs, keepDays, onError }: ExpiryParts): Expiry {
  let stopped = false;
  const look = async () => {
    while (!stopped && (await store.write("removeExpired", null, { keepDays })) > 0) jobs.wake();
  };
  let looking = look().catch(onError);
  const timer = setInterval(() => {
    looking = looking.then(look).catch(onError);
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
