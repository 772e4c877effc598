import type { RecordStatus } from "../records/response.ts";
import type { OwnMetrics } from "./counts.ts";

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
