import {
  endsWithSuccess,
  type FailureRow,
  leftAfterFailure,
  MOST_FAILURE_ROWS,
  waitOf,
} from "@postil/domain/accounts/failures";
import type { Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";

export type SharedStore = Pick<Store<Reads, Writes>, "read" | "write">;

/**
 * Where failures in a row are counted. What becomes of an attempt is told only after it is counted here: so attempts that run
 * on several servers at once tell no more than attempts that follow each other.
 */
export type Failures = {
  /** For each row: milliseconds until all of its failures are forgiven; 0 or less if it has none. */
  left(rows: readonly FailureRow[]): Promise<readonly number[]>;
  /**
   * Counts a failure in all rows and returns 0. If there were too many in the meantime, it counts nothing and returns the
   * milliseconds to wait: what was found must not be told.
   */
  failed(rows: readonly FailureRow[]): Promise<number>;
  /** Clears the rows that end with a success, and returns 0; likewise. */
  succeeded(rows: readonly FailureRow[]): Promise<number>;
};

/** For the only server of a database: a restart clears them. `now` is in milliseconds. */
export function createFailures(now: () => number = Date.now): Failures & { readonly size: () => number } {
  /** By kind and row: when all failures are forgiven, in the order of the last failure. */
  const kinds = new Map<string, Map<string, number>>();
  const rowsLike = ({ kind }: FailureRow): Map<string, number> => {
    const rows = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, rows);
    return rows;
  };
  const leftIn = (row: FailureRow): number => (rowsLike(row).get(row.key) ?? 0) - now();
  const leftOf = (rows: readonly FailureRow[]) => rows.map(leftIn);
  const count = (row: FailureRow): void => {
    const left = leftAfterFailure(row, leftIn(row));
    const forgivenAt = rowsLike(row);
    forgivenAt.delete(row.key);
    for (const [oldest, until] of forgivenAt) {
      if (forgivenAt.size < MOST_FAILURE_ROWS && until > now()) break;
      forgivenAt.delete(oldest);
    }
    forgivenAt.set(row.key, now() + left);
  };
  return {
    left: async (rows) => leftOf(rows),
    failed: async (rows) => {
      const wait = waitOf(rows, leftOf(rows));
      if (wait === 0) for (const row of rows) count(row);
      return wait;
    },
    succeeded: async (rows) => {
      const wait = waitOf(rows, leftOf(rows));
      if (wait === 0) for (const row of rows) if (endsWithSuccess(row)) rowsLike(row).delete(row.key);
      return wait;
    },
    size: () => [...kinds.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** For all servers of a database. The time is that of the database, because the servers may disagree about theirs. */
export function storedFailures(store: SharedStore): Failures {
  const left: Failures["left"] = (rows) => store.read("readFailures", null, { rows });
  return {
    left,
    failed: (rows) => store.write("countFailure", null, { rows }),
    succeeded: async (rows) => {
      const found = await left(rows);
      const wait = waitOf(rows, found);
      // Most people who sign in have failed nowhere, so nothing is written for them.
      if (wait > 0 || !rows.some((row, at) => endsWithSuccess(row) && (found[at] ?? 0) > 0)) return wait;
      return store.write("forgiveFailures", null, { rows });
    },
  };
}
