import { taskSettingsToWire } from "@postil/contract/tasks/settings-mapping";
import type { Task } from "@postil/domain/datasets/dataset";
import { sameJson } from "@postil/domain/objects";
import { inOrderOfNames, schemaNames, type TaskSettings } from "@postil/domain/tasks/labels";
import type { AnnotationPart, ByAgent, TaskDocument, WithAgent } from "@postil/domain/tasks/task-record";
import { placeTokens, tagsOfEntities } from "@postil/domain/tasks/token-borders";
import { cellOfText, cellOfValue } from "@postil/domain/text/spreadsheet-cell";
import type { TaskDatasetRow } from "../storage/dataset-rows.ts";
import type { Context } from "../storage/store.ts";
import { readDatasetTexts, readLabelingRules, readTaskSettings, shownTexts } from "../storage/task-datasets.ts";
import { loadInputKeys, loadMetadataKinds } from "../storage/task-family.ts";
import { documentOf, readTaskRecords } from "../storage/task-records.ts";
import { labelsInUse } from "../usecases/tasks/settings-and-rules.ts";
import { unguarded } from "./feedback-file.ts";
import { parquetTable } from "./parquet-file.ts";
import {
  type Cell,
  type Column,
  type ExportParts,
  type FileWish,
  guardOf,
  linesWriter,
  type Tally,
  tableWriter,
  type Writer,
} from "./writer.ts";

/** The definition of a task dataset without its records, as in the first row of a file. */
export type TaskDefinition = Awaited<ReturnType<typeof readTaskDefinition>>;

/** `first`: the first record of the file. `numbered`: the file has labels as numbers, so it needs all of them before. */
export async function readTaskDefinition(
  context: Context,
  dataset: TaskDatasetRow,
  { first, numbered }: { readonly first: number | undefined; readonly numbered: boolean },
) {
  const { db } = context;
  const { key, name } = dataset;
  const task = dataset.task as Task; // what is stored was checked
  const settings = await readTaskSettings(db, key);
  const rules = await readLabelingRules(db, key);
  const [record] = first === undefined ? [] : await readTaskRecords(db, key, [first]);
  const document = record ? documentOf(record) : null;
  const text = JSON.stringify({
    version: 1,
    task,
    name,
    ...shownTexts(await readDatasetTexts(db, key)),
    settings: settings && taskSettingsToWire(settings),
    rules: rules.map(({ query, labels, description }) => ({ query, labels, description })),
  });
  return {
    task,
    labels: numbered ? await labelsOf(context, dataset, settings) : [],
    // All inputs and metadata keys that the records have ever had.
    inputs: await loadInputKeys(db, key),
    metadata: [...(await loadMetadataKinds(db, key)).keys()],
    /** True if the first record may have several labels. */
    multiLabel: document !== null && "inputs" in document && document.multi_label,
    /** JSON on one line. */
    text,
  };
}

/** The labels of the schema, then other labels in use. */
async function labelsOf(context: Context, dataset: TaskDatasetRow, settings: TaskSettings | null) {
  const found = await labelsInUse(context, dataset);
  return [...new Set([...schemaNames(settings?.labelSchema), ...inOrderOfNames([...found])])];
}

/** The full export of a task dataset. */
export function taskWriter(
  wish: Pick<FileWish, "format" | "parts" | "guard">,
  definition: TaskDefinition,
  tally: Tally,
): Writer<TaskDocument> {
  const { format, parts, guard } = wish;
  const columns = taskColumns(parts, definition);
  if (format === "jsonl") {
    const members = columns.map(({ name, value }) => ({ head: `${JSON.stringify(name)}:`, value }));
    const line = (document: TaskDocument) =>
      members.map(({ head, value }) => head + JSON.stringify(value(document) ?? null)).join();
    return linesWriter(line, definition.text);
  }
  const same = (document: TaskDocument) => document;
  const table = { columns: columns.flatMap(({ cells }) => cells), read: same };
  const text = unguarded(definition.text, format === "csv" && guard);
  return format === "csv" ? tableWriter(table, text, guardOf(wish, tally)) : parquetTable(table, same, text);
}

const column = (name: string, cellOf: (value: unknown) => Cell, value: TaskColumn["value"]): TaskColumn => ({
  name,
  value,
  cells: [{ name, cell: (document) => cellOf(value(document)) }],
});

const asText = (value: unknown): Cell => (typeof value === "string" ? value : null);
const asJson = (value: unknown): Cell => (value === undefined || value === null ? null : JSON.stringify(value));
const asValue = (value: unknown): Cell => (value === undefined || value === null ? null : cellOfValue(value));
/** A single text is written as it is. A text that begins with `[` is written as a list. */
const asTexts = (value: unknown): Cell =>
  typeof value === "string" && !value.startsWith("[") ? value : asJson(typeof value === "string" ? [value] : value);

/** The columns of a dataset's file, in order. */
function taskColumns(parts: ExportParts, definition: TaskDefinition): readonly TaskColumn[] {
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

/** The only input of most text classification records. */
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
    // Only an annotated record can be validated, so the status would be wrong without the annotation.
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

/** The values of people and models for a record, in the usual forms of such files (docs/export.md). */

/** Labels, entities and texts with their scores. */
function scoredItems(part: AnnotationPart): unknown {
  if ("labels" in part) return part.labels.map(({ class_label, score }) => ({ label: class_label, score }));
  if ("sentences" in part) return part.sentences;
  return part.score === undefined ? part.entities : { entities: part.entities, score: part.score };
}

const SURE = 1;

/**
 * Annotations of people, without scores of 1, which carry no information: plain labels and texts, a single one without a
 * list, and entities without a score.
 */
function plainItems(part: AnnotationPart, several: boolean): unknown {
  if ("entities" in part) {
    const entities = part.entities.map(({ label, start, end, score }) => ({ label, start, end, ...unless(score) }));
    return part.score === undefined ? entities : { entities, score: part.score };
  }
  const items =
    "labels" in part
      ? part.labels.map(({ class_label: label, score }) => (score === SURE ? label : { label, score }))
      : part.sentences.map(({ text, score }) => (score === SURE ? text : { text, score }));
  const [first] = items;
  // An empty cell would mean "no value".
  return !several && items.length === 1 && typeof first === "string" && first !== "" ? first : items;
}

const unless = (score: number) => (score === SURE ? {} : { score });

/** The values of all other agents; the main one has its own columns. Null if there are no others. */
function saidByOthers(main: WithAgent | undefined, byAgent: ByAgent | undefined): unknown {
  const others = Object.entries(byAgent ?? {}).filter(([agent]) => agent !== main?.agent);
  return others.length === 0 ? null : Object.fromEntries(others.map(([agent, part]) => [agent, scoredItems(part)]));
}

/** The tags of annotated tokens; null if there is no annotation, or if tags cannot express the entities. */
function tagsOf(document: TaskDocument): readonly string[] | null {
  const { annotation } = document;
  if (!("tokens" in document) || annotation === undefined || !("entities" in annotation)) return null;
  const placed = placeTokens(document.text, document.tokens);
  return "missing" in placed ? null : tagsOfEntities(placed.places, annotation.entities);
}

/** A member of a JSON line, and the table columns with the same data. */
type TaskColumn = {
  readonly name: string;
  readonly value: (document: TaskDocument) => unknown;
  readonly cells: readonly Column<TaskDocument>[];
};

type Members = { readonly [key: string]: unknown };

type MapToTell = {
  readonly name: string;
  /** The keys that get a column. */
  readonly keys: readonly string[];
  /** Returns null if a cell cannot express the value. */
  readonly cellOf: (value: unknown) => Cell;
  readonly map: (document: TaskDocument) => Members | undefined;
  /** True if the order of the keys matters. */
  readonly ordered?: boolean;
};

/** A map. In a table it has one column for each key, and one column of JSON for everything that these cannot express. */
function mapColumn({ name, keys: wanted, cellOf, map, ordered = false }: MapToTell): TaskColumn {
  const keys = wanted.filter(isHeading);
  const heldIn = cellsHeld({ keys, cellOf, ordered });
  const rest = (document: TaskDocument): Cell => {
    const members = map(document) ?? {};
    const held = heldIn(members);
    const others = Object.entries(members).filter(([key]) => !held.has(key));
    return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others));
  };
  const cellAt = (key: string) => (document: TaskDocument) => heldIn(map(document) ?? {}).get(key) ?? null;
  return {
    name,
    value: map,
    cells: [...keys.map((key) => ({ name: `${name}.${key}`, cell: cellAt(key) })), { name, cell: rest }],
  };
}

/** True if a key can be read back from the header row of a table. */
const isHeading = (key: string): boolean => key === key.trim() && cellOfText(key) === key && !/[\r\n]/.test(key);

/** The cells of a map by key, computed once per row. */
function cellsHeld({ keys, cellOf, ordered }: Required<Pick<MapToTell, "keys" | "cellOf" | "ordered">>) {
  const places = new Map(keys.map((key, place) => [key, place]));
  const known = new WeakMap<Members, ReadonlyMap<string, string>>();
  const work = (members: Members): ReadonlyMap<string, string> => {
    const held = new Map<string, string>();
    for (const [key, value] of Object.entries(members)) {
      const cell = places.has(key) ? cellOf(value) : null;
      if (cell !== null) held.set(key, cell);
    }
    if (!ordered) return held;
    const inColumns = [...held.keys()].toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    const readBack = [...inColumns, ...Object.keys(members).filter((key) => !held.has(key))];
    return sameJson(readBack, Object.keys(members)) ? held : new Map();
  };
  return (members: Members): ReadonlyMap<string, string> => {
    const found = known.get(members) ?? work(members);
    known.set(members, found);
    return found;
  };
}
