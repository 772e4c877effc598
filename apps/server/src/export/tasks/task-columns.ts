import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { cellOfValue } from "@postil/domain/text/spreadsheet-cell";
import type { Cell } from "../table.ts";
import type { ExportParts } from "../writer.ts";
import { plainItems, saidByOthers, scoredItems, tagsOf } from "./annotation-items.ts";
import { mapColumn, type TaskColumn } from "./map-column.ts";
import type { TaskDefinition } from "./task-definition.ts";

const column = (name: string, cellOf: (value: unknown) => Cell, value: TaskColumn["value"]): TaskColumn => ({
  name,
  value,
  cells: [{ name, cell: (document) => cellOf(value(document)) }],
});

const asText = (value: unknown): Cell => (typeof value === "string" ? value : null);
const asJson = (value: unknown): Cell => (value === undefined || value === null ? null : JSON.stringify(value));
const asValue = (value: unknown): Cell => (value === undefined || value === null ? null : cellOfValue(value));
/** A text alone stands as it is: what begins like a list is one. */
const asTexts = (value: unknown): Cell =>
  typeof value === "string" && !value.startsWith("[") ? value : asJson(typeof value === "string" ? [value] : value);

/** What a file of a dataset tells of each record, in its order. */
export function taskColumns(parts: ExportParts, definition: TaskDefinition): readonly TaskColumn[] {
  const of = definition.task === "TextClassification";
  return [
    column("id", asValue, ({ id }) => id),
    ...textColumns(definition),
    ...(parts.responses ? annotationColumns(definition) : []),
    ...(parts.suggestions ? PREDICTION : []),
    ...(of ? TEXT_CLASSIFICATION : []),
    column("event_timestamp", asText, ({ event_timestamp }) => event_timestamp),
    ...(parts.metadata
      ? [mapColumn({ name: "metadata", keys: definition.metadata, cellOf: asValue, map: ({ metadata }) => metadata })]
      : []),
    ...(parts.vectors ? [column("vectors", asJson, ({ vectors }) => vectors)] : []),
    column("last_updated", asText, ({ last_updated }) => last_updated),
  ];
}

function textColumns({ task, inputs }: TaskDefinition): readonly TaskColumn[] {
  if (task === "Text2Text") return [column("source", asText, ({ text }) => text)];
  if (task === "TokenClassification")
    return [
      column("text", asText, ({ text }) => text),
      column("tokens", asJson, (document) => ("tokens" in document ? document.tokens : null)),
    ];
  const map = (document: TaskDocument) => ("inputs" in document ? document.inputs : undefined);
  const of = { name: "inputs", cellOf: asText, map, ordered: true };
  if (inputs.some((name) => name !== ONLY_INPUT)) return [mapColumn({ ...of, keys: inputs })];
  const only = column(ONLY_INPUT, asText, (document) => map(document)?.[ONLY_INPUT]);
  const { cells } = mapColumn({ ...of, keys: [ONLY_INPUT] });
  return [{ ...only, cells: [...only.cells, ...cells.slice(1)] }];
}

/** What most records to classify have and nothing else. */
const ONLY_INPUT = "text";

function annotationColumns({ task, multiLabel }: TaskDefinition): readonly TaskColumn[] {
  const said = {
    TextClassification: [column(multiLabel ? "labels" : "label", asTexts, annotated)],
    TokenClassification: [column("tags", asJson, tagsOf), column("entities", asJson, annotated)],
    Text2Text: [column("target", asTexts, annotated)],
  };
  return [
    ...said[task],
    column("annotation_agent", asText, ({ annotation }) => annotation?.agent),
    // Of a record without its annotation it would be none: only an annotated one is validated.
    column("status", asText, ({ status }) => status),
    column("annotations", asJson, ({ annotation, annotations }) => saidByOthers(annotation, annotations)),
  ];
}

const annotated = (document: TaskDocument): unknown =>
  document.annotation && plainItems(document.annotation, "inputs" in document && document.multi_label);

const PREDICTION: readonly TaskColumn[] = [
  column("prediction", asJson, ({ prediction }) => prediction && scoredItems(prediction)),
  column("prediction_agent", asText, ({ prediction }) => prediction?.agent),
  column("predictions", asJson, ({ prediction, predictions }) => saidByOthers(prediction, predictions)),
];

const TEXT_CLASSIFICATION: readonly TaskColumn[] = [
  column("multi_label", asJson, (document) => "inputs" in document && document.multi_label),
  column("explanation", asJson, (document) => ("inputs" in document ? document.explanation : null)),
];
