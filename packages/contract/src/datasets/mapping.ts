import type { Dataset, DatasetMetadata, TaskDataset } from "@postil/domain/datasets/dataset";
import type { Job } from "@postil/domain/jobs/job";
import type { OwnMetrics, TeamProgress } from "@postil/domain/queue/progress";
import { isRawNumber } from "@postil/domain/text/json-text";
import type { WireDataset, WireOwnMetrics, WireProgress } from "../feedback/datasets.ts";
import type { WireTaskDataset } from "../tasks/datasets.ts";
import { timeFromWire, times, timesFromWire, timeToWire } from "../wire/mapping.ts";
import type { WireJob } from "./jobs.ts";

/** Datasets of both families with their progress and jobs. */

export const datasetToWire = (dataset: Dataset & DatasetMetadata): WireDataset => ({
  id: dataset.id,
  name: dataset.name,
  guidelines: dataset.guidelines,
  allow_extra_metadata: dataset.allowExtraMetadata,
  ...(dataset.metadata === null ? {} : { metadata: dataset.metadata }),
  status: dataset.status,
  workspace_id: dataset.workspaceId,
  last_activity_at: timeToWire(dataset.lastActivityAt),
  ...times(dataset),
});

export const datasetFromWire = (wire: WireDataset): Dataset => ({
  id: wire.id,
  name: wire.name,
  guidelines: wire.guidelines,
  allowExtraMetadata: wire.allow_extra_metadata,
  status: wire.status,
  workspaceId: wire.workspace_id,
  lastActivityAt: timeFromWire(wire.last_activity_at),
  ...timesFromWire(wire),
});

export const taskDatasetToWire = (dataset: TaskDataset): WireTaskDataset => ({
  tags: dataset.tags,
  metadata: withoutNullKeys(dataset.metadata),
  name: dataset.name,
  task: dataset.task,
  workspace: dataset.workspaceName,
  id: dataset.id,
  owner: dataset.workspaceName,
  created_at: timeToWire(dataset.createdAt),
  ...(dataset.createdBy === null ? {} : { created_by: dataset.createdBy }),
  last_updated: timeToWire(dataset.lastUpdatedAt),
});

export const taskDatasetFromWire = (wire: WireTaskDataset): TaskDataset => ({
  id: wire.id,
  name: wire.name,
  task: wire.task,
  workspaceName: wire.workspace,
  tags: wire.tags,
  metadata: wire.metadata,
  createdAt: timeFromWire(wire.created_at),
  // Some older datasets have no known creator.
  createdBy: wire.created_by || null,
  lastUpdatedAt: timeFromWire(wire.last_updated),
});

export const ownMetricsToWire = (metrics: OwnMetrics): WireOwnMetrics => ({
  records: { count: metrics.records },
  responses: {
    count: metrics.responses,
    submitted: metrics.submitted,
    discarded: metrics.discarded,
    draft: metrics.draft,
  },
});

export const ownMetricsFromWire = ({ records, responses }: WireOwnMetrics): OwnMetrics => ({
  records: records.count,
  responses: responses.count,
  submitted: responses.submitted,
  discarded: responses.discarded,
  draft: responses.draft,
});

export const progressToWire = (progress: TeamProgress): WireProgress => ({
  total: progress.total,
  submitted: progress.submitted,
  discarded: progress.discarded,
  conflicting: progress.conflicting,
  pending: progress.pending,
  completed: progress.submitted + progress.conflicting,
});

export const progressFromWire = (wire: WireProgress): TeamProgress => ({
  total: wire.total,
  submitted: wire.submitted,
  discarded: wire.discarded,
  conflicting: wire.conflicting,
  pending: wire.pending,
});

/** Removes keys whose value is null, at every depth; null elements of lists stay (contract api-v0 1.3). */
export function withoutNullKeys(value: object): { [key: string]: unknown } {
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return typeof value === "object" && value !== null && !isRawNumber(value) ? withoutNullKeys(value) : value;
}

export const jobToWire = (job: Job): WireJob => ({
  id: job.id,
  name: job.name,
  dataset_id: job.datasetId,
  state: job.state,
  done: job.done,
  total: job.total,
  error: job.error,
  ...times(job),
});
