import type { ValueKind } from "@postil/domain/records/question-types/rules";
import type { AnswerValue, MetadataText, MetadataValues } from "@postil/domain/records/record";
import { dateFrom, kindOf, type MetadataKind, readAs, searchable, wholesBeyond } from "@postil/domain/tasks/metadata";
import { searchValues } from "@postil/domain/tasks/search-values";
import type { LastLog, TaskDocument } from "@postil/domain/tasks/task-record";
import { exactlyIn, parseKeepingForm } from "@postil/domain/text/json-text";
import { type ExactNumber, exactly, orderText } from "@postil/domain/text/whole-numbers";
import { compiled } from "./compiled.ts";
import {
  exactTarget,
  type FilterTargets,
  type FilterValue,
  suggestionTarget,
  TASK_TARGETS,
  type TaskTargetKind,
  type TaskTargets,
} from "./filter-targets.ts";
import { inChunks } from "./parts.ts";
import { noteChanged } from "./sqlite/changed-blocks.ts";
import { insertFilterValues } from "./sqlite/rows.ts";
import type { Db } from "./tables.ts";

/**
 * The rows of `filter_value`: computed from metadata and suggestions, or from logged task records, and written together with
 * them.
 */

/** The part of a value that a target of this kind uses; null means nothing. */
function seen(kind: ValueKind, value: unknown): string | number | null {
  if (kind === "number") return typeof value === "number" ? value : null;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Appends to a list instead of returning one: most lists would have one value, and a bulk call has thousands. */
function addValues(found: FilterValue[], target: number, kind: ValueKind, value: unknown, seq: number): void {
  const add = (one: string | number | null) => one !== null && found.push([target, one, seq]);
  if (Array.isArray(value)) new Set(value.map((one) => seen(kind, one))).forEach(add);
  else add(seen(kind, value));
}

/** `metadataText`: present if the written form of the numbers matters. */
export type StatedMetadata = {
  readonly metadata: MetadataValues | null;
  readonly metadataText?: MetadataText | undefined;
};

/**
 * The whole number of a name in metadata, with all its digits. The text is parsed only when the first number is needed:
 * almost no record needs it.
 */
function wholesIn({ metadata, metadataText }: StatedMetadata): (name: string) => ExactNumber {
  let exact: MetadataValues | null = metadataText === undefined ? metadata : null;
  return (name) => {
    exact ??= parseKeepingForm(metadataText ?? "{}") as MetadataValues; // what the values were read from
    return exactlyIn(exact[name]);
  };
}

/** The values of the declared properties; undeclared metadata is ignored (contract search-semantics 2.4). */
export function metadataValues(
  properties: FilterTargets["properties"],
  seq: number,
  stated: StatedMetadata,
): FilterValue[] {
  const found: FilterValue[] = [];
  const { metadata } = stated;
  if (metadata === null) return found;
  const wholeOf = wholesIn(stated);
  for (const { name, target, kind, isWhole } of properties) {
    if (!Object.hasOwn(metadata, name)) continue;
    const value = metadata[name];
    // Terms may be a list. A list of numbers is older than its property, and is not a valid value of it.
    if (kind === "text" || !Array.isArray(value)) addValues(found, target, kind, value, seq);
    if (isWhole && typeof value === "number" && typeof exactly(value) === "string")
      found.push([exactTarget(target), orderText(wholeOf(name)), seq]);
  }
  return found;
}

type SuggestedValue = {
  readonly seq: number;
  readonly questionKey: number;
  readonly value: AnswerValue;
  readonly score: number | readonly number[] | null;
  readonly agent: string | null;
};

export function suggestionValues(answers: FilterTargets["answers"], suggestion: SuggestedValue): FilterValue[] {
  const { seq, questionKey, value, score, agent } = suggestion;
  const kind = answers.get(questionKey) ?? null;
  const found: FilterValue[] = [];
  if (kind !== null) addValues(found, suggestionTarget(questionKey, "value"), kind, value, seq);
  addValues(found, suggestionTarget(questionKey, "score"), "number", score, seq);
  addValues(found, suggestionTarget(questionKey, "agent"), "text", agent, seq);
  return found;
}

/** Almost the order of the primary key: neighbours are on the same pages, which are then looked up only once. */
function inKeyOrder([target, value, seq]: FilterValue, [otherTarget, otherValue, otherSeq]: FilterValue): number {
  if (target !== otherTarget) return target - otherTarget;
  if (value === otherValue) return seq - otherSeq;
  return value < otherValue ? -1 : 1;
}

export async function addFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await insertFilterValues(db, datasetKey, values.toSorted(inKeyOrder));
  const seqs = values.map(([, , seq]) => seq);
  await noteChanged(db, datasetKey, "values", seqs);
}

const storedValues = compiled((db, datasetKey: number, targets: readonly number[], seqs: readonly number[]) =>
  db
    .selectFrom("filter_value")
    .select(["target", "value", "seq"])
    .where("dataset_key", "=", datasetKey)
    .where("target", "in", targets)
    .where("seq", "in", seqs),
);

const removeValue = compiled((db, datasetKey: number, target: number, value: string | number, seq: number) =>
  db
    .deleteFrom("filter_value")
    .where("dataset_key", "=", datasetKey)
    .where("target", "=", target)
    .where("value", "=", value)
    .where("seq", "=", seq),
);

type Replaced = {
  readonly targets: readonly number[];
  readonly seqs: readonly number[];
  /** The records that already have values. */
  readonly older: readonly number[];
};

const nameOf = ([target, value, seq]: FilterValue): string => `${target} ${seq} ${JSON.stringify(value)}`;

/**
 * Replaces the values of these targets and records with `values`. Rows that stay the same are not rewritten: most of them do.
 */
export async function replaceFilterValues(
  db: Db,
  datasetKey: number,
  { targets, seqs, older }: Replaced,
  values: readonly FilterValue[],
): Promise<void> {
  if (older.length === 0) return addFilterValues(db, datasetKey, values);
  const wanted = new Map(values.map((one) => [nameOf(one), one]));
  await inChunks(older, async (some) => {
    for (const { target, value, seq } of await storedValues(db, datasetKey, targets, some)) {
      if (!wanted.delete(nameOf([target, value, seq]))) await removeValue(db, datasetKey, target, value, seq);
    }
  });
  await insertFilterValues(db, datasetKey, [...wanted.values()].toSorted(inKeyOrder));
  await noteChanged(db, datasetKey, "values", seqs);
}

export async function removeFilterValues(
  db: Db,
  datasetKey: number,
  targets: readonly number[],
  seqs: readonly number[],
): Promise<void> {
  if (targets.length === 0 || seqs.length === 0) return;
  await db
    .deleteFrom("filter_value")
    .where("dataset_key", "=", datasetKey)
    .where("target", "in", targets)
    .where("seq", "in", seqs)
    .execute();
  await noteChanged(db, datasetKey, "values", seqs);
}

/** The kinds that documents give to new paths. */
export function kindsOfPaths(known: TaskTargets, documents: readonly TaskDocument[]): Map<string, TaskTargetKind> {
  const kinds = new Map<string, TaskTargetKind>();
  for (const document of documents) {
    for (const [key, value] of searchable(document.metadata ?? {})) {
      const path = `metadata.${key}`;
      if (known.has(path) || kinds.has(path)) continue;
      const kind = kindOf(value);
      if (kind) kinds.set(path, kind);
    }
    if (!("inputs" in document)) continue;
    for (const key of Object.keys(document.inputs)) kinds.set(`inputs.${key}`, "words");
  }
  return kinds;
}

export function taskValues(targets: TaskTargets, seq: number, document: TaskDocument, lastLog: LastLog): FilterValue[] {
  const found: FilterValue[] = [[TASK_TARGETS.status, document.status, seq]];
  const add = (target: number, values: readonly (string | number)[]) => {
    for (const value of values) found.push([target, value, seq]);
  };
  const searched = searchValues(document, lastLog);
  add(TASK_TARGETS.annotated_as, searched.annotatedAs);
  add(TASK_TARGETS.annotated_by, searched.annotatedBy);
  add(TASK_TARGETS.predicted_as, searched.predictedAs);
  add(TASK_TARGETS.predicted_by, searched.predictedBy);
  add(TASK_TARGETS.score, searched.score);
  if (searched.predicted) add(TASK_TARGETS.predicted, [searched.predicted]);
  add(TASK_TARGETS.last_updated, timesOf([dateFrom(document.last_updated)]));
  if (document.event_timestamp) add(TASK_TARGETS.event_timestamp, timesOf([dateFrom(document.event_timestamp)]));
  for (const [key, value] of searchable(document.metadata ?? {})) {
    const target = targets.get(`metadata.${key}`);
    if (!target || target.kind === "words") continue;
    add(target.target, valuesOfKey(document, key, target.kind, value));
    if (target.kind === "integer") add(exactTarget(target.target), wholesBeyond(value).map(orderText));
  }
  return found;
}

/** Turns milliseconds with a fraction into the microseconds that the engine stores. */
const timesOf = (millis: readonly (string | number)[]): number[] =>
  millis.flatMap((at) => (Number.isNaN(at) ? [] : [Math.round(Number(at) * 1000)]));

function valuesOfKey({ id }: TaskDocument, key: string, kind: MetadataKind, value: unknown) {
  const read = readAs(kind, value);
  if (!read) throw new Error(`Metadata '${key}' of record ${id} was not checked before it was written.`);
  return kind === "date" ? timesOf(read) : read;
}
