import type { ValueKind } from "@postil/domain/records/question-types";
import { compareCodePoints } from "@postil/domain/text/characters";
import { inSinglePrecision } from "@postil/domain/text/whole-numbers";

/** The target for values of a whole number property that are beyond 2^53. They are stored as sortable texts (FFI-28). */
export const exactTarget = (target: number): number => -target;

/** A row of `filter_value` without its dataset. */
export type FilterValue = readonly [target: number, value: string | number, seq: number];

/** The targets of a value: for whole numbers also the exact one. */
export const withExact = (target: number, isWhole: boolean): number[] =>
  isWhole ? [target, exactTarget(target)] : [target];

/** `float`: numbers in single precision; the values of a demand are rounded to it. */
export type SourceKind = ValueKind | "float" | "time";

/** The place of record values that can be searched, sorted and counted. */
export type ValueSource = {
  /** Equal keys mean equal values. */
  readonly key: string;
  readonly datasetKey: number;
  readonly at: ValuePlace;
  readonly kind: SourceKind;
  /** True if there is an index in value order. */
  readonly ordered: boolean;
  /** True if a record has at most one value. */
  readonly single: boolean;
};

export type ValuePlace =
  /** Derived from metadata or suggestions, and written together with them. */
  | { readonly table: "filter_value"; readonly target: number }
  | { readonly table: "record"; readonly column: "inserted_at" | "updated_at" }
  /** An id of a record: looked up, never kept in memory. */
  | { readonly table: "record ids"; readonly column: "id" | "external_id" }
  /** The type of the suggestion to a question; read from the suggestions each time. */
  | { readonly table: "suggestion"; readonly questionKey: number }
  /** The id of a task record; each record has one. */
  | { readonly table: "task_record"; readonly column: "id" }
  /** A single value of the raw documents, at a JSON path. */
  | { readonly table: "documents"; readonly path: string }
  /** The values at a path in raw documents, with dots between names. `below`: at all paths that begin with it. */
  | { readonly table: "document"; readonly path: string; readonly below: boolean }
  /** The answers to a question: of one user, or of all users (null). */
  | { readonly table: "response"; readonly question: string; readonly userKey: number | null };

const sourceOf = (
  datasetKey: number,
  key: string,
  at: ValuePlace,
  kind: SourceKind,
  has: Pick<ValueSource, "ordered" | "single">,
): ValueSource => ({ key, datasetKey, at, kind, ...has });

const ORDERED = { ordered: true, single: true } as const;
const SINGLE = { ordered: false, single: true } as const;
const SEVERAL = { ordered: false, single: false } as const;

export const timeSource = (datasetKey: number, column: "inserted_at" | "updated_at"): ValueSource =>
  sourceOf(datasetKey, `record ${column}`, { table: "record", column }, "time", ORDERED);

export const recordIdSource = (datasetKey: number, column: "id" | "external_id"): ValueSource =>
  sourceOf(datasetKey, `record ${column}`, { table: "record ids", column }, "text", SINGLE);

/** Types are stored only in the suggestions: a search by them reads all suggestions of the dataset. */
export const suggestionTypeSource = (datasetKey: number, questionKey: number): ValueSource =>
  sourceOf(datasetKey, `suggestion type ${questionKey}`, { table: "suggestion", questionKey }, "text", SINGLE);

type Single = Pick<ValueSource, "single">;
export const derivedSource = (datasetKey: number, target: number, kind: SourceKind, { single }: Single): ValueSource =>
  sourceOf(datasetKey, `filter_value ${target}`, { table: "filter_value", target }, kind, { ordered: true, single });

/** The exact source beside a source of whole numbers, if the dataset has any beyond 2^53. */
export const exactSource = (datasetKey: number, target: number, kept: ReadonlySet<number>, single: Single) =>
  kept.has(exactTarget(target)) ? derivedSource(datasetKey, exactTarget(target), "text", single) : undefined;

/** Answers are stored only in the responses: a search by answers reads all responses of the dataset. */
export const answerSource = (
  datasetKey: number,
  question: string,
  kind: ValueKind,
  userKey: number | null,
): ValueSource => sourceOf(datasetKey, `response ${question}`, { table: "response", question, userKey }, kind, SEVERAL);

export const idSource = (datasetKey: number): ValueSource =>
  sourceOf(datasetKey, "task_record id", { table: "task_record", column: "id" }, "text", ORDERED);

/** A value that each document has once: read from all documents once, because it is kept in memory. */
export const memberSource = (datasetKey: number, path: string, kind: SourceKind): ValueSource =>
  sourceOf(datasetKey, `documents ${path}`, { table: "documents", path }, kind, SINGLE);

/** A search by these values reads every document of the dataset. `below`: also at the paths that begin with this one. */
export const documentSource = (datasetKey: number, path: string, kind: SourceKind, below = false): ValueSource =>
  sourceOf(datasetKey, `document ${below ? "below" : "at"} ${path}`, { table: "document", path, below }, kind, SEVERAL);

/** True if the values are kept in memory for searches: not ids, and not what changes more often than it is searched. */
export const isKeptInMemory = ({ at }: ValueSource): boolean => KEPT.includes(at.table);
const KEPT: readonly ValuePlace["table"][] = ["filter_value", "record", "documents"];

type Value = string | number;

export type Bound = { readonly value: Value; readonly inclusive: boolean };

/**
 * A demand on a value: it is one of some values (null means any), it is within bounds (null means none), and, for a text, it
 * passes a test. All values and bounds have the same type.
 */
export type Demand = {
  readonly values: readonly Value[] | null;
  readonly low: Bound | null;
  readonly high: Bound | null;
  /** The test runs where the values are in memory; the database is then asked for the values that pass it. */
  readonly test?: ValueTest | undefined;
};
export type ValueTest = (text: string) => boolean;

export const ANY: Demand = { values: null, low: null, high: null };

export function both(a: Demand, b: Demand): Demand {
  return {
    values: a.values && b.values ? common(a.values, b.values) : (a.values ?? b.values),
    low: narrower(a.low, b.low, 1),
    high: narrower(a.high, b.high, -1),
    ...(a.test || b.test ? { test: bothTests(a.test, b.test) } : {}),
  };
}

function bothTests(a: ValueTest | undefined, b: ValueTest | undefined): ValueTest | undefined {
  return a && b ? (text) => a(text) && b(text) : (a ?? b);
}

function common(some: readonly Value[], others: readonly Value[]): readonly Value[] {
  const wanted = new Set(others);
  return some.filter((value) => wanted.has(value));
}

/** `inwards`: 1 for lower bounds, where the greater one is narrower; -1 for upper bounds. */
function narrower(a: Bound | null, b: Bound | null, inwards: 1 | -1): Bound | null {
  if (a === null || b === null) return a ?? b;
  const order = inwards * compareValues(a.value, b.value);
  if (order === 0) return a.inclusive ? b : a;
  return order > 0 ? a : b;
}

/** True if no value can meet the demand. */
export function isImpossible({ values, low, high }: Demand): boolean {
  if (values?.length === 0) return true;
  if (low === null || high === null) return false;
  const order = compareValues(low.value, high.value);
  return order > 0 || (order === 0 && !(low.inclusive && high.inclusive));
}

export function isWithin({ low, high }: Pick<Demand, "low" | "high">, value: Value): boolean {
  const [above, below] = [low && compareValues(value, low.value), high && compareValues(value, high.value)];
  return (
    (above === null || above > 0 || (above === 0 && low?.inclusive === true)) &&
    (below === null || below < 0 || (below === 0 && high?.inclusive === true))
  );
}

/** Compares numbers by size and texts by code points, as the database sorts them. */
export const compareValues = (a: Value, b: Value): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareCodePoints(String(a), String(b));

/** A list of texts in each record, to be counted by its items: words, or parts of the documents. */
export type ListSource = {
  /** Equal keys mean equal lists. */
  readonly key: string;
  readonly datasetKey: number;
  readonly at: "words" | DocumentParts;
};

/** JSON paths in a document, and a function that turns the parts there into a list; null means that a part is missing. */
type DocumentParts = {
  readonly paths: readonly string[];
  readonly listOf: (parts: readonly unknown[]) => readonly string[];
};

/** The words of the word cloud, each once per record. */
export const cloudSource = (datasetKey: number): ListSource => ({ key: "words", datasetKey, at: "words" });

/** A list made from parts of the documents. `key`: equal for the same parts that are read in the same way. */
export const partsSource = (datasetKey: number, key: string, at: DocumentParts) => ({ key, datasetKey, at });

/** A list in the documents. `members`: the members of its items that are counted together; if empty, the items are texts. */
export const listSource = (datasetKey: number, path: string, members: readonly string[] = []): ListSource =>
  partsSource(datasetKey, `${path} ${members.join()}`, { paths: [path], listOf: ([list]) => itemsIn(list, members) });

type Item = { readonly [member: string]: unknown } | string;

const itemsIn = (list: unknown, members: readonly string[]): string[] =>
  Array.isArray(list) ? list.map((item: Item) => textOf(item, members)) : [];

const textOf = (item: Item, members: readonly string[]): string =>
  typeof item === "string" ? item : members.map((member) => String(item[member])).join(BETWEEN);

/** Separates the members of an item. JSON texts may contain it, but labels and tokens do not. */
const BETWEEN = "\u0000";
export const membersOf = (item: string): string[] => item.split(BETWEEN);

/**
 * The values at a path in a parsed JSON document. The names in the path are separated by dots, and lists on the way are
 * searched too. Names may contain dots themselves. `below`: returns 1 if there is anything at the path or below. `single`:
 * numbers in single precision.
 */
export function valuesIn(document: unknown, path: string, below: boolean, single: boolean): readonly unknown[] {
  const found: unknown[] = [];
  collect(document, path, below, found);
  return single ? found.map((one) => (typeof one === "number" ? inSinglePrecision(one) : one)) : found;
}

function collect(value: unknown, path: string, below: boolean, found: unknown[]): void {
  if (below && found.length > 0) return;
  if (Array.isArray(value)) for (const one of value) collect(one, path, below, found);
  else if (path === "" && below) found.push(1);
  else if (typeof value === "object" && value !== null) collectIn(value, path, below, found);
  else if (path === "" && value !== null) found.push(typeof value === "boolean" ? String(value) : value);
}

function collectIn(members: object, path: string, below: boolean, found: unknown[]): void {
  for (const [name, value] of Object.entries(members)) {
    if (path === name || (below && name.startsWith(`${path}.`))) collect(value, "", below, found);
    else if (path.startsWith(`${name}.`)) collect(value, path.slice(name.length + 1), below, found);
  }
}
