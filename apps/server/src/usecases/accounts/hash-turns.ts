import { availableParallelism } from "node:os";

/** The pool has four threads, and files are read by them too. */
const MOST_OF_POOL = 3;

/**
 * Runs work that takes a core for as long as it lasts, such as a slow hash: so many at once, the others wait in the order they
 * came. A hundred people who sign in at once wait for each other then, and not those who are at work.
 */
export function createHashTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    // Whoever is done hands its place on.
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

/** Hashes that people bring from elsewhere take ten times as long: whoever has one of ours does not wait for them. */
export const inBroughtTurn = createHashTurns(1);

/** One core is left to whoever is signed in. */
export const inHashTurn = createHashTurns(Math.min(MOST_OF_POOL, Math.max(1, availableParallelism() - 1)));
