import { TooManyAttempts } from "./errors.ts";
import type { AttemptEnd } from "./failure-rows.ts";
import type { FailureRow } from "./network-rows.ts";

/** Maximum number of waiting attempts from one network. */
const WAITING = 100;

export type CountedAttempts = {
  /**
   * Runs `look` for one attempt. Null means failure, and is counted in all `rows`. An error is counted too, except an error
   * that is not `counted`. If many attempts come at once from one `network`, only as many run as could still fail: the others
   * wait for the results. Refuses an attempt that would have to wait longer.
   */
  attempt<T>(
    network: string,
    rows: readonly FailureRow[],
    look: () => Promise<T>,
    counted?: (error: unknown) => boolean,
  ): Promise<T>;
};

/** Texts for a caller who has to wait: after too many failures, or because too many attempts are still running. */
export type TooMany = { readonly failed: string; readonly underWay: string };

export function createCountedAttempts(tooMany: TooMany): CountedAttempts {
  /** By network: the attempts that wait for another one to end. */
  const waiting = new Map<string, (() => void)[]>();

  /** Resolves when one more attempt may run. The attempt is then registered as begun. */
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
    // An aborted attempt counts too: a client cannot avoid the count by disconnecting.
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
