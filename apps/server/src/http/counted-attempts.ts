import { TooManyAttempts } from "./errors.ts";
import type { AttemptEnd } from "./failure-rows.ts";
import type { FailureRow } from "./network-rows.ts";

/** From one network, attempts that wait until others are through. */
const WAITING = 100;

export type CountedAttempts = {
  /**
   * Looks whether an attempt succeeds; null is a failure, and counted in all its rows, and so is what breaks off, but for errors
   * that are not `counted`. Of many at once from one `network` no more are looked at than could still fail: the others wait until it
   * is known. Refuses who has to wait longer.
   */
  attempt<T>(
    network: string,
    rows: readonly FailureRow[],
    look: () => Promise<T>,
    counted?: (error: unknown) => boolean,
  ): Promise<T>;
};

/** Sentences for whoever has to wait: because of what has failed, or of what is not known yet. */
export type TooMany = { readonly failed: string; readonly underWay: string };

export function createCountedAttempts(tooMany: TooMany): CountedAttempts {
  /** By network: who waits for an attempt to be through. */
  const waiting = new Map<string, (() => void)[]>();

  /** Resolves once one more may be looked at, and has begun. */
  const admit = async (network: string, rows: readonly FailureRow[]): Promise<void> => {
    for (;;) {
      const wait = Math.max(...rows.map((row) => row.rows.wait(row.key)));
      if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000), tooMany.failed);
      if (rows.every((row) => row.rows.hasRoom(row.key))) {
        for (const row of rows) row.rows.begin(row.key);
        return;
      }
      const others = waiting.get(network) ?? [];
      if (others.length >= WAITING) throw new TooManyAttempts(1, tooMany.underWay);
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
    // What breaks off counts too: nobody gets out of the row by leaving.
    attempt: async (network, rows, look, counted = () => true) => {
      await admit(network, rows);
      let became: AttemptEnd = "failed";
      try {
        const found = await look();
        if (found !== null) became = "succeeded";
        return found;
      } catch (error) {
        if (!counted(error)) became = "neither";
        throw error;
      } finally {
        for (const row of rows) row.rows.end(row.key, became);
        wake(network);
      }
    },
  };
}
