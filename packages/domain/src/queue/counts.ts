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
