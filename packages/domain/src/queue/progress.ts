import type { RecordStatus, ResponseStatus } from "../records/labeled-record.ts";

/** The caller's own counts on one dataset (FPR-01). */
export type OwnMetrics = {
  readonly records: number;
  readonly responses: number;
  readonly submitted: number;
  readonly discarded: number;
  readonly draft: number;
};

/** All users' responses in one dataset by status, and the number of users who gave them. */
export type ResponseCounts = {
  readonly people: number;
  readonly submitted: number;
  readonly discarded: number;
  readonly draft: number;
};

/** The team's progress: every record is in exactly one bucket (contract api-v1 10.5). */
export type TeamProgress = {
  readonly total: number;
  readonly submitted: number;
  readonly discarded: number;
  readonly conflicting: number;
  readonly pending: number;
};

type CountsByStatus = { readonly submitted: number; readonly draft: number; readonly discarded: number };

/** The responses of one user by the state of their records: completed is a record with anybody's submitted response. */
export type UserProgress = {
  readonly username: string;
  readonly completed: CountsByStatus;
  readonly pending: CountsByStatus;
};

/** How far the reader is with a dataset (FPR-05). `progress` is a share, 0 to 1; percentages run from 0 to 100. */
export type Progress = {
  readonly total: number;
  readonly submitted: number;
  readonly discarded: number;
  readonly draft: number;
  readonly responded: number;
  readonly pending: number;
  readonly progress: number;
  readonly percent: { readonly submitted: number; readonly discarded: number; readonly draft: number };
};

/** FPR-05 to FPR-07: with no records every share is 0, and pending is never below 0. */
export function progressOf({ records: total, submitted, discarded, draft }: OwnMetrics): Progress {
  const responded = submitted + discarded + draft;
  const share = (count: number) => (total === 0 ? 0 : count / total);
  return {
    total,
    submitted,
    discarded,
    draft,
    responded,
    pending: Math.max(0, total - responded),
    progress: share(responded),
    percent: { submitted: share(submitted) * 100, discarded: share(discarded) * 100, draft: share(draft) * 100 },
  };
}

/** The counts after one record changed its status, before the server has counted it. */
export function moveOne(metrics: OwnMetrics, from: RecordStatus, to: RecordStatus): OwnMetrics {
  if (from === to) return metrics;
  const counts = { submitted: metrics.submitted, discarded: metrics.discarded, draft: metrics.draft };
  if (from !== "pending") counts[from] = Math.max(0, counts[from] - 1);
  if (to !== "pending") counts[to] += 1;
  return { records: metrics.records, responses: counts.submitted + counts.discarded + counts.draft, ...counts };
}

/** The state of a record for the whole team, from all users' responses to it (contract api-v1 10.5). */
export type TeamBucket = "pending" | "submitted" | "discarded" | "conflicting";

/** Drafts do not count: a record that has only drafts is pending. */
export function teamBucket(statuses: Iterable<ResponseStatus>): TeamBucket {
  let submitted = false;
  let discarded = false;
  for (const status of statuses) {
    if (status === "submitted") submitted = true;
    else if (status === "discarded") discarded = true;
  }
  if (submitted && discarded) return "conflicting";
  if (submitted) return "submitted";
  return discarded ? "discarded" : "pending";
}
