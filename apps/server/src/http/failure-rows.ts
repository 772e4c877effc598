/** Number of allowed failures in a row, and the time after which one failure is forgotten (AUT-14). */
export type FailurePatience = {
  readonly allowed: number;
  readonly forgivenAfterMs: number;
  /** A success clears all failures in the row. */
  readonly endsWithSuccess?: true;
};

/** Maximum number of rows of each kind in memory. The row with the oldest last failure is removed first. */
const KEPT = 10_000;

/** Result of an attempt; "neither" leaves its rows unchanged. */
export type AttemptEnd = "failed" | "succeeded" | "neither";

export type FailureRows = ReturnType<typeof createFailureRows>;

/** Counts failures in a row for each key. `now` is in milliseconds. */
export function createFailureRows(patience: FailurePatience, now: () => number) {
  const { allowed, forgivenAfterMs, endsWithSuccess = false } = patience;
  /** The time at which all failures of a key are forgotten: each failure moves it later. */
  const forgivenAt = new Map<string, number>();
  const owed = (key: string) => Math.max(0, (forgivenAt.get(key) ?? 0) - now());

  /** Number of attempts that are still running, by key. */
  const underWay = new Map<string, number>();
  const wait = (key: string, more: number) => Math.max(0, owed(key) - (allowed - 1 - more) * forgivenAfterMs);

  const makeRoom = () => {
    // Insertion order is the order of the last failure: the first entry failed longest ago.
    for (const [key, until] of forgivenAt) {
      if (forgivenAt.size < KEPT && until > now()) return;
      forgivenAt.delete(key);
    }
  };
  const count = (key: string) => {
    const ms = owed(key) + forgivenAfterMs;
    forgivenAt.delete(key);
    makeRoom();
    forgivenAt.set(key, now() + ms);
  };
  return {
    /** Milliseconds until one more attempt is allowed. */
    wait: (key: string) => wait(key, 0),
    /** True if one more attempt is allowed even if all running attempts fail. */
    hasRoom: (key: string) => wait(key, underWay.get(key) ?? 0) === 0,
    begin: (key: string) => void underWay.set(key, (underWay.get(key) ?? 0) + 1),
    end: (key: string, became: AttemptEnd) => {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left === 0) underWay.delete(key);
      else underWay.set(key, left);
      if (became === "failed") count(key);
      else if (became === "succeeded" && endsWithSuccess) forgivenAt.delete(key);
    },
    size: () => forgivenAt.size,
  };
}
