import { isLists, whyNotLabels } from "../classify.ts";
import type { Column } from "../columns.ts";
import { type Row, valueIn } from "../row.ts";
import { isSpans } from "../spans.ts";
import type { FileShape, ImportWishes, PlannedType, QuestionWish, SpanUnit } from "../wishes.ts";

/** Exports of other tools, recognized by their shape: each row becomes plain columns, from which the rest is guessed. */

/**
 * `also`: members with the answers of other people. What they do not name is as in `row`. `notes`: what of the row is lost or not
 * as it seems; rows are counted by it.
 */
export type Turned = { readonly row: Row; readonly also?: readonly Row[]; readonly notes?: readonly string[] };

/** What columns of a shape become, as far as it says so. */
export type ShapeWishes = Partial<
  Pick<ImportWishes, "questions" | "suggestions" | "responses" | "answers" | "ignored" | "id" | "merge">
>;

export type Shape = {
  readonly key: Exclude<FileShape, "plain" | "tokens">;
  /** Follows "read as". */
  readonly name: string;
  /** What shows it in the first rows, as a phrase; null: they are of another shape. */
  readonly sign: (rows: readonly Row[], isTable: boolean) => string | null;
  /** What its members become, for people. */
  readonly becomes: string;
  readonly turn: (first: readonly Row[], isTable: boolean) => (row: Row) => Turned;
  readonly wishes?: (columns: readonly Column[], first: readonly Row[]) => ShapeWishes;
  /** What places of its spans count, if not characters. */
  readonly unit?: SpanUnit;
};

/** What the shapes of several tools need. */

export const isObject = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Number);

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

export const without = (row: Row, names: ReadonlySet<string>): [name: string, value: unknown][] =>
  Object.entries(row).filter(([name]) => !names.has(name));

/** The members of an object as members of the row, each with its path as name. Anything else stays as it is. */
export function unfolded(row: Row, name: string): [name: string, value: unknown][] {
  const value = valueIn(row, name);
  if (!isObject(value)) return value === null ? [] : [[name, value]];
  return Object.entries(value).map(([member, one]) => [`${name}.${member}`, one]);
}

/** The questions of these columns, as far as their values can be answers. A text has spans of one question alone. */
export function questionsOf(
  columns: readonly Column[],
  names: readonly string[],
  besideOf: (name: string) => string | null = () => null,
): QuestionWish[] {
  let hasSpans = false;
  return names.flatMap((name): QuestionWish[] => {
    const column = columns.find((one) => one.name === name);
    const beside = columns.find((one) => one.name === besideOf(name));
    const type = column && typeOf(beside ? together(column, beside) : column);
    if (!type || (type === "span" && hasSpans)) return [];
    hasSpans ||= type === "span";
    return [{ type, name, options: null, ...(type === "span" ? { span: { field: null, unit: null } } : {}) }];
  });
}

const COUNTS = ["present", "texts", "integers", "fractions", "large", "measures", "booleans"] as const;
const LISTS = ["lists", "textLists", "empties", "spans"] as const;

/** Both columns as one: a few rows show little of what a question may hold. */
const together = (one: Column, other: Column): Column => ({
  ...one,
  ...Object.fromEntries([...COUNTS, ...LISTS].map((count) => [count, one[count] + other[count]])),
  most: Math.max(one.most, other.most),
  values: new Map([...other.values, ...one.values]),
});

/** A question that only suggestions answer. */
export const unasked = (wish: QuestionWish, name: string, required = true): QuestionWish => ({
  ...wish,
  name,
  form: { hasColumn: false, title: name, description: null, required, firstOptions: [] },
});

/** Null: no question can have these values. */
function typeOf(column: Column): PlannedType | null {
  if (isSpans(column)) return "span";
  if (column.present === 0) return null;
  if (isRating(column)) return "rating";
  if (whyNotLabels(column) === null && column.values.size <= Math.max(20, column.present / 2))
    return isLists(column) && column.most > 1 ? "multi_label_selection" : "label_selection";
  return column.texts > 0 && column.texts + column.integers + column.measures === column.present ? "text" : null;
}

const isRating = ({ integers, present, values }: Column): boolean =>
  integers === present && values.size > 1 && [...values.keys()].every((value) => /^(?:\d|10)$/.test(value));
