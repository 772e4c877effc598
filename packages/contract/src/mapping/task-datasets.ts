import type { TaskDataset } from "@postil/domain/datasets/dataset";
import type { WireTaskDataset } from "../entities/task-datasets.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";

/** Keys whose value is null are left out at every depth, null elements of lists stay (contract api-v0 1.3). */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return typeof value === "object" && value !== null ? withoutNullKeys(value) : value;
}

function withoutNullKeys(value: object): { [key: string]: unknown } {
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]));
}

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
  createdBy: wire.created_by ?? null,
  lastUpdatedAt: timeFromWire(wire.last_updated),
});
