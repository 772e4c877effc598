import type { Dataset } from "@postil/domain/datasets/dataset";
import type { WireDataset } from "../entities/datasets.ts";
import { timeFromWire, times, timesFromWire, timeToWire } from "../wire/time.ts";

export const datasetToWire = (dataset: Dataset): WireDataset => ({
  id: dataset.id,
  name: dataset.name,
  guidelines: dataset.guidelines,
  allow_extra_metadata: dataset.allowExtraMetadata,
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
