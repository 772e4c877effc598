import { sameJson } from "@postil/domain/same-json";
import { tagsOfEntities } from "@postil/domain/tasks/bio-tags";
import type { AnnotationPart, ByAgent, TaskDocument, WithAgent } from "@postil/domain/tasks/task-record";
import { placeTokens } from "@postil/domain/tasks/token-borders";
import { cellOfText, cellOfValue } from "@postil/domain/text/spreadsheet-cell";
import type { Cell, Column } from "../table.ts";
import type { ExportParts } from "../writer.ts";
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

/** What people and models say of a record, in the forms that files of such data have (docs/export.md). */

/** Labels, entities and texts with their scores. */
function scoredItems(part: AnnotationPart): unknown {
  if ("labels" in part) return part.labels.map(({ class_label, score }) => ({ label: class_label, score }));
  if ("sentences" in part) return part.sentences;
  return part.score === undefined ? part.entities : { entities: part.entities, score: part.score };
}

const SURE = 1;

/** What people say, whose scores nobody looks at: labels and texts bare, alone where it is one, and entities without a score. */
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
  // An empty cell says nothing.
  return !several && items.length === 1 && typeof first === "string" && first !== "" ? first : items;
}

const unless = (score: number) => (score === SURE ? {} : { score });

/** Everybody's but the main one's, which has columns of its own; null: there are no others. */
function saidByOthers(main: WithAgent | undefined, byAgent: ByAgent | undefined): unknown {
  const others = Object.entries(byAgent ?? {}).filter(([agent]) => agent !== main?.agent);
  return others.length === 0 ? null : Object.fromEntries(others.map(([agent, part]) => [agent, scoredItems(part)]));
}

/** The tags of annotated tokens; null: nobody annotated them, or tags cannot tell the entities. */
function tagsOf(document: TaskDocument): readonly string[] | null {
  const { annotation } = document;
  if (!("tokens" in document) || annotation === undefined || !("entities" in annotation)) return null;
  const placed = placeTokens(document.text, document.tokens);
  return "missing" in placed ? null : tagsOfEntities(placed.places, annotation.entities);
}

/** A member of a line, and the columns of a table that tell the same. */
type TaskColumn = {
  readonly name: string;
  readonly value: (document: TaskDocument) => unknown;
  readonly cells: readonly Column<TaskDocument>[];
};

type Members = { readonly [key: string]: unknown };

type MapToTell = {
  readonly name: string;
  /** Those that are to have columns. */
  readonly keys: readonly string[];
  /** Null: a cell cannot tell this value. */
  readonly cellOf: (value: unknown) => Cell;
  readonly map: (document: TaskDocument) => Members | undefined;
  /** Whether it counts in which order the keys stand. */
  readonly ordered?: boolean;
};

/** A map, in a table a column for each of its keys and one of JSON for what these cannot tell. */
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

/** Whether a key reads back from the first line of a table. */
const isHeading = (key: string): boolean => key === key.trim() && cellOfText(key) === key && !/[\r\n]/.test(key);

/** The cells of a map by key, worked out once for all of a row. */
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
