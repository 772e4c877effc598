import type { Store } from "./storage/store.ts";
import type { Reads, Writes } from "./usecases/registry.ts";

/** What follows a deletion in the background. */
export type Purging = {
  /** There is something to remove. */
  wake(): void;
  /** Resolves when the step that runs is done; the rest goes on after the next start. */
  stop(): Promise<void>;
};

/**
 * Removes what belonged to deleted datasets and vector settings, in steps small enough that other writes pass between
 * them. It begins with what an earlier process left.
 */
export function startPurging(store: Pick<Store<Reads, Writes>, "write">, onError: (error: unknown) => void): Purging {
  let stopped = false;
  let awake = false;
  let running = Promise.resolve();

  const work = async () => {
    while (awake && !stopped) {
      awake = false;
      while (!stopped && (await store.write("purgeDeleted", null, undefined)));
    }
  };
  const wake = () => {
    if (awake) return;
    awake = true;
    running = running.then(work).catch(onError);
  };
  wake();
  return {
    wake,
    stop: () => {
      stopped = true;
      return running;
    },
  };
}
