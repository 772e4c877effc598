import { availableParallelism } from "node:os";

/** The thread pool has four threads, which also read files. */
const MOST_OF_POOL = 3;

/**
 * Limits work that keeps a core busy, such as a slow hash: at most `most` run at once, and the others wait in order of
 * arrival. So a hundred people who sign in at once delay each other, and not the people who are working.
 */
export function createHashTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    // Work that ends passes its place on.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/**
 * Hashes from other servers take ten times as long. They have their own queue, so that people with a hash of Postil do not
 * wait for them.
 */
export const inBroughtTurn = createHashTurns(1);

/** One core stays free for people who are signed in. */
export const inHashTurn = createHashTurns(Math.min(MOST_OF_POOL, Math.max(1, availableParallelism() - 1)));
