import { TooManyAttempts } from "./errors.ts";
import type { FailureRow } from "./network-rows.ts";

/** From one network, attempts that wait until others are through. */
const WAITING = 100;

export type CountedAttempts = {
  /**
   * Looks whether an attempt succeeds; null is a failure, and counted in all its rows. Of many at once from one `network` no more
   * are looked at than could still fail: the others wait until it is known. Refuses who has to wait longer.
   */
  attempt<T>(network: string, rows: readonly FailureRow[], look: () => Promise<T>): Promise<T>;
};

/** `of`: what there are too many of, as whoever has to wait is told. */
export function createCountedAttempts(of?: string): CountedAttempts {
  /** By network: who waits for an attempt to be through. */
  const waiting = new Map<string, (() => void)[]>();

  /** Resolves once one more may be looked at, and has begun. */
  const admit = async (network: string, rows: readonly FailureRow[]): Promise<void> => {
    for (;;) {
      const wait = Math.max(...rows.map((row) => row.rows.wait(row.key)));
      if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000), of);
      if (rows.every((row) => row.rows.hasRoom(row.key))) {
        for (const row of rows) row.rows.begin(row.key);
        return;
      }
      const others = waiting.get(network) ?? [];
      if (others.length >= WAITING) throw new TooManyAttempts(1, of);
      waiting.set(network, others);
      await new Promise<void>((resolve) => others.push(resolve));
    }
  };
  const wake = (network: string) => {
    const others = waiting.get(network) ?? [];
    waiting.delete(network);
    for (const goOn of others) goOn();
  };
  return {
    attempt: async (network, rows, look) => {
      await admit(network, rows);
      /** What breaks off counts too: nobody gets out of the row by leaving. */
      let failed = true;
      try {
        const found = await look();
        failed = found === null;
        return found;
      } finally {
        for (const row of rows) row.rows.end(row.key, failed);
        wake(network);
      }
    },
  };
}
