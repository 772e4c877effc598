import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { FeedbackRecord } from "@postil/domain/records/record";

const times = { insertedAt: 1_790_000_000_000_000, updatedAt: 1_790_000_060_000_000 };

export function aField(name: string, more: { title?: string; useMarkdown?: boolean } = {}): Field {
  const { title = name, useMarkdown = false } = more;
  return {
    id: `field-${name}`,
    name,
    title,
    required: false,
    settings: { type: "text", useMarkdown },
    datasetId: "d",
    ...times,
  };
}

export function aRecord(more: Partial<FeedbackRecord> = {}): FeedbackRecord {
  return { id: "0193-r1", fields: {}, metadata: null, externalId: null, datasetId: "d", ...times, ...more };
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
