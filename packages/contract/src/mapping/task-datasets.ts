import type { TaskDataset } from "@postil/domain/datasets/dataset";
import type { WireTaskDataset } from "../entities/task-datasets.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";
import { withoutNullKeys } from "../wire/without-nulls.ts";

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
