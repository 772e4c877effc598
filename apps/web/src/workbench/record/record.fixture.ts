import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";

const times = { insertedAt: 1_790_000_000_000_000, updatedAt: 1_790_000_060_000_000 };

export function aRecord(more: Partial<LabeledRecord> = {}): LabeledRecord {
  return { id: "0193-r1", metadata: null, externalId: null, datasetId: "d", ...times, ...more };
}

export function aProperty(name: string, title = name): MetadataProperty {
  return {
    id: `property-${name}`,
    name,
    title,
    settings: { type: "terms", values: null },
    visibleForAnnotators: true,
    datasetId: "d",
    ...times,
  };
}
