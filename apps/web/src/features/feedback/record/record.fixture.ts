import type { Field } from "@postil/domain/datasets/field";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { aRecord } from "../../../workbench/record/record.fixture.ts";

export function aField(name: string, more: { title?: string; useMarkdown?: boolean } = {}): Field {
  const { title = name, useMarkdown = false } = more;
  return {
    id: `field-${name}`,
    name,
    title,
    description: null,
    required: false,
    settings: { type: "text", useMarkdown },
    datasetId: "d",
    ...{ insertedAt: 1_790_000_000_000_000, updatedAt: 1_790_000_060_000_000 },
  };
}

export function aFeedbackRecord(more: Partial<FeedbackRecord> = {}): FeedbackRecord {
  return { ...aRecord(), fields: {}, ...more };
}
