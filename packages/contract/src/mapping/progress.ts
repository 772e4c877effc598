import type { OwnMetrics, TeamProgress } from "@postil/domain/queue/counts";
import type { WireOwnMetrics, WireProgress } from "../entities/progress.ts";

export const ownMetricsToWire = (metrics: OwnMetrics): WireOwnMetrics => ({
  records: { count: metrics.records },
  responses: {
    count: metrics.responses,
    submitted: metrics.submitted,
    discarded: metrics.discarded,
    draft: metrics.draft,
  },
});

export const ownMetricsFromWire = (wire: WireOwnMetrics): OwnMetrics => ({
  records: wire.records.count,
  responses: wire.responses.count,
  submitted: wire.responses.submitted,
  discarded: wire.responses.discarded,
  draft: wire.responses.draft,
});

export const progressToWire = (progress: TeamProgress): WireProgress => ({
  total: progress.total,
  submitted: progress.submitted,
  discarded: progress.discarded,
  conflicting: progress.conflicting,
  pending: progress.pending,
});

export const progressFromWire = (wire: WireProgress): TeamProgress => ({
  total: wire.total,
  submitted: wire.submitted,
  discarded: wire.discarded,
  conflicting: wire.conflicting,
  pending: wire.pending,
});
