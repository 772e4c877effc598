import type { Source } from "./read-rows.ts";

/** A model's answer with its certainty: `{label, score}`, as classifiers write them. */
export type Prediction = { readonly label: string; readonly score: number };

/** What one column holds, over all rows that could be read. */
export type Column = {
  readonly name: string;
  /** Rows with a value: neither absent nor null. */
  present: number;
  texts: number;
  integers: number;
  fractions: number;
  booleans: number;
  textLists: number;
  predictions: number;
  /** Lists of numbers by their length. */
  readonly vectors: Map<number, number>;
  /** Characters of all texts together, and of the longest. */
  characters: number;
  longest: number;
  /** Every different text, number or list element as text, until there are too many to be anything but free text. */
  readonly values: Set<string>;
  /** No scalar came twice. */
  unique: boolean;
};

export type Columns = { readonly rows: number; readonly columns: readonly Column[] };

/** More different values than this are not counted further: neither labels nor terms. */
export const MOST_VALUES = 10_001;

/** Reads the whole source once. Rows that cannot be read are passed over; they are for the second reading to tell. */
export async function lookAtColumns(source: Source): Promise<Columns> {
  const columns = new Map<string, Column>();
  const seen = new Map<string, Set<string>>();
  let rows = 0;
  for await (const read of source.rows()) {
    if ("fault" in read) continue;
    rows++;
    for (const [name, value] of Object.entries(read.row)) {
      const column = columns.get(name) ?? newColumn(name);
      columns.set(name, column);
      if (value !== null && value !== undefined) add(column, value, source.format === "csv");
      if (mayBeId(name) && column.unique) column.unique = noteUnique(seen, name, value);
    }
  }
  return { rows, columns: [...columns.values()] };
}

const newColumn = (name: string): Column => ({
  name,
  present: 0,
  texts: 0,
  integers: 0,
  fractions: 0,
  booleans: 0,
  textLists: 0,
  predictions: 0,
  vectors: new Map(),
  characters: 0,
  longest: 0,
  values: new Set(),
  unique: true,
});

/** Only columns with such a name can become the external id by themselves, so only theirs are remembered. */
export const mayBeId = (name: string): boolean =>
  /^_?(?:id|uuid|guid|key|external_id|record_id|row_id|idx)$/i.test(name);

function noteUnique(seen: Map<string, Set<string>>, name: string, value: unknown): boolean {
  const known = seen.get(name) ?? new Set();
  seen.set(name, known);
  const text = String(value);
  if (known.has(text)) return false;
  known.add(text);
  return true;
}

function add(column: Column, value: unknown, untyped: boolean): void {
  column.present++;
  if (typeof value === "string") addText(column, value, untyped);
  else if (typeof value === "number") addNumber(column, value);
  else if (typeof value === "boolean") {
    column.booleans++;
    addValue(column, String(value));
  } else if (Array.isArray(value)) addList(column, value);
  else if (isPrediction(value)) {
    column.predictions++;
    addValue(column, value.label);
  }
}

function addText(column: Column, text: string, untyped: boolean): void {
  const number = untyped ? numberOf(text) : null;
  if (number !== null) addNumber(column, number);
  else column.texts++;
  column.characters += text.length;
  column.longest = Math.max(column.longest, text.length);
  addValue(column, text);
}

function addNumber(column: Column, value: number): void {
  if (Number.isSafeInteger(value)) column.integers++;
  else column.fractions++;
  addValue(column, String(value));
}

function addList(column: Column, list: readonly unknown[]): void {
  if (list.length > 0 && list.every((element) => typeof element === "number")) {
    column.vectors.set(list.length, (column.vectors.get(list.length) ?? 0) + 1);
  } else if (list.every((element) => typeof element === "string")) {
    column.textLists++;
    for (const element of list) addValue(column, element);
  } else if (list.every(isPrediction)) {
    column.predictions++;
    for (const { label } of list) addValue(column, label);
  }
}

function addValue(column: Column, text: string): void {
  if (column.values.size < MOST_VALUES) column.values.add(text);
}

export function isPrediction(value: unknown): value is Prediction {
  if (typeof value !== "object" || value === null) return false;
  return "label" in value && typeof value.label === "string" && "score" in value && typeof value.score === "number";
}

/** The number a CSV cell holds, or null: `007` and `1e5000` are texts. */
export function numberOf(text: string): number | null {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
