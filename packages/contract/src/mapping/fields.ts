import type { Field } from "@postil/domain/datasets/field";
import type { WireField } from "../entities/fields.ts";
import { times, timesFromWire } from "../wire/time.ts";

export const fieldToWire = (field: Field): WireField => ({
  id: field.id,
  name: field.name,
  title: field.title,
  required: field.required,
  settings: { type: "text", use_markdown: field.settings.useMarkdown },
  dataset_id: field.datasetId,
  ...times(field),
});

export const fieldFromWire = (wire: WireField): Field => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  required: wire.required,
  settings: { type: "text", useMarkdown: wire.settings.use_markdown },
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});
