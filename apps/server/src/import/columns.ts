import { OPTION_VALUE } from "@postil/domain/datasets/names";
import { characters } from "@postil/domain/text/characters";
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
  /** Characters of all texts together, and of the longest value. */
  characters: number;
  longest: number;
  /** The first value that is longer than a label may be. */
  tooLong: { readonly text: string; readonly line: number } | null;
  /**
   * Every different text, number or list element as text with the line it came on first, until there are too many to
   * be anything but free text. Empty texts and what is too long for a label are not among them.
   */
  readonly values: Map<string, number>;
  /** No scalar came twice. */
  unique: boolean;
};

export type Columns = {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** The first line that is no row. */
  readonly fault: { readonly line: number; readonly fault: string } | null;
};

/** More different values than this are not counted further: neither labels nor terms. */
export const MOST_VALUES = 10_001;

/** Reads the whole source once. Rows that cannot be read are passed over; they are for the second reading to tell. */
export async function lookAtColumns(source: Source): Promise<Columns> {
  const columns = new Map<string, Column>();
  const seen = new Map<string, Set<string>>();
  let rows = 0;
  let fault: Columns["fault"] = null;
  for await (const read of source.rows()) {
    if ("fault" in read) {
      fault ??= read;
      continue;
    }
    rows++;
    for (const [name, value] of Object.entries(read.row)) {
      const column = columns.get(name) ?? newColumn(name);
      columns.set(name, column);
      if (value !== null && value !== undefined) add(column, value, read.line, source.format === "csv");
      if (mayBeId(name) && column.unique) column.unique = noteUnique(seen, name, value);
    }
  }
  return { rows, columns: [...columns.values()], fault };
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
  tooLong: null,
  values: new Map(),
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

function add(column: Column, value: unknown, line: number, untyped: boolean): void {
  column.present++;
  if (typeof value === "string") addText(column, value, line, untyped);
  else if (typeof value === "number") {
    countNumber(column, value);
    addValue(column, String(value), line);
  } else if (typeof value === "boolean") {
    column.booleans++;
    addValue(column, String(value), line);
  } else if (Array.isArray(value)) addList(column, value, line);
  else if (isPrediction(value)) {
    column.predictions++;
    addValue(column, value.label, line);
  }
}

function addText(column: Column, text: string, line: number, untyped: boolean): void {
  const number = untyped ? numberOf(text) : null;
  if (number !== null) countNumber(column, number);
  else column.texts++;
  column.characters += text.length;
  addValue(column, text, line);
}

function countNumber(column: Column, value: number): void {
  if (Number.isSafeInteger(value)) column.integers++;
  else column.fractions++;
}

function addList(column: Column, list: readonly unknown[], line: number): void {
  if (list.length > 0 && list.every((element) => typeof element === "number")) {
    column.vectors.set(list.length, (column.vectors.get(list.length) ?? 0) + 1);
  } else if (list.every((element) => typeof element === "string")) {
    column.textLists++;
    for (const element of list) addValue(column, element, line);
  } else if (list.every(isPrediction)) {
    column.predictions++;
    for (const { label } of list) addValue(column, label, line);
  }
}

function addValue(column: Column, text: string, line: number): void {
  const length = characters(text);
  column.longest = Math.max(column.longest, length);
  if (length > OPTION_VALUE.max) column.tooLong ??= { text, line };
  else if (text !== "" && column.values.size < MOST_VALUES && !column.values.has(text)) column.values.set(text, line);
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
