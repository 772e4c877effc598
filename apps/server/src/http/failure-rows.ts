/** How many failures in a row are taken, and after how long one of them is forgiven (AUT-14). */
export type FailurePatience = {
  readonly allowed: number;
  readonly forgivenAfterMs: number;
  /** A success ends the row. */
  readonly endsWithSuccess?: true;
};

/** Rows of each kind that are remembered; the one that failed longest ago goes first. */
const KEPT = 10_000;

/** What became of an attempt; "neither" leaves its rows as they were. */
export type AttemptEnd = "failed" | "succeeded" | "neither";

export type FailureRows = ReturnType<typeof createFailureRows>;

/** Failures in a row, by what they are counted for. `now` is in milliseconds. */
export function createFailureRows(patience: FailurePatience, now: () => number) {
  const { allowed, forgivenAfterMs, endsWithSuccess = false } = patience;
  /** When the last failure is forgiven: one forgiveness later for every failure. */
  const forgivenAt = new Map<string, number>();
  const owed = (key: string) => Math.max(0, (forgivenAt.get(key) ?? 0) - now());

  /** Attempts of which nobody knows yet whether they fail. */
  const underWay = new Map<string, number>();
  const wait = (key: string, more: number) => Math.max(0, owed(key) - (allowed - 1 - more) * forgivenAfterMs);

  const makeRoom = () => {
    // Insertion order is the order of the last failure: whoever is in front failed longest ago.
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
    /** Milliseconds until one more is allowed. */
    wait: (key: string) => wait(key, 0),
    /** Whether one more is allowed even when all that are under way fail. */
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
