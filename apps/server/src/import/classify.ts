import { OPTION_VALUE } from "@postil/domain/datasets/names";
import { LABEL_OPTIONS_MIN } from "@postil/domain/datasets/question-rules";
import { characters } from "@postil/domain/text/characters";
import { type Column, MOST_VALUES, mayBeId } from "./columns.ts";
import { excerpt } from "./excerpt.ts";

/** Guesses the kind of a column from its values. docs/import.md explains the numbers. */

/** In order of preference, if a file has several of them. */
export const LABEL_NAMES = [
  "label",
  "labels",
  "intent",
  "category",
  "categories",
  "class",
  "target",
  "topic",
  "sentiment",
  "annotation",
];
export const TEXT_NAMES = new Set([
  "text",
  "message",
  "content",
  "body",
  "prompt",
  "response",
  "question",
  "answer",
  "instruction",
  "input",
  "output",
  "title",
  "sentence",
  "document",
  "context",
  "description",
  "review",
  "comment",
  "summary",
]);

const MOST_LABELS = MOST_VALUES - 1;
const MOST_TERMS = 250;
const LONGEST_TERM = 100;
/** Texts with a longer average length are for reading, not for filtering. */
const READING_LENGTH = 60;

const numbers = (column: Column) => column.integers + column.fractions;
/** Texts, and values that count as texts in a column with texts. */
const likeTexts = (column: Column) => column.texts + column.measures + column.large + numbers(column);

export const isId = (column: Column, rows: number): boolean =>
  mayBeId(column.name) &&
  column.unique &&
  column.present === rows &&
  column.texts + column.measures + column.integers + column.large === rows;

/** The length of the vectors if all values are lists of numbers with the same length; otherwise null. */
export function vectorLength(column: Column): number | null {
  const [only, ...others] = column.vectors;
  return only && others.length === 0 && only[1] === column.present && only[0] > 1 ? only[0] : null;
}

export const isPredictions = (column: Column): boolean => column.present > 0 && column.predictions === column.present;

export const isLists = (column: Column): boolean => column.textLists > 0 && column.textLists === column.present;

/** The reason why a column cannot hold labels, worded to follow the column name; null if it can. */
export function whyNotLabels(column: Column): string | null {
  const { tooLong } = column;
  if (tooLong) {
    const length = characters(tooLong.text).toLocaleString("en");
    return `the value on line ${tooLong.line} has ${length} characters, a label has at most ${OPTION_VALUE.max}: ${excerpt(tooLong.text)}`;
  }
  if (!isLists(column) && likeTexts(column) - column.fractions + column.booleans !== column.present)
    return "not all of its values are texts, whole numbers or lists of texts";
  return whyNotOptions(column.values);
}

/** The reason why these values cannot be the options of a label question; null if they can. */
export function whyNotOptions({ size }: { readonly size: number }): string | null {
  if (size > MOST_LABELS) return `it has more than ${MOST_LABELS.toLocaleString("en")} different values`;
  return size < LABEL_OPTIONS_MIN ? `it has ${size === 0 ? "no" : "only one"} value` : null;
}

export function numberType(column: Column): "integer" | "float" | null {
  if (column.present === 0 || numbers(column) !== column.present || column.meeting) return null;
  return column.fractions === 0 ? "integer" : "float";
}

/**
 * True if the column has few different short words, which are good for filters. Numbers beside texts count as texts. Yes and
 * no count as words.
 */
export function isTerms(column: Column, rows: number): boolean {
  const scalar = likeTexts(column) + column.booleans === column.present;
  if (column.present === 0 || !(scalar || isLists(column))) return false;
  const few = column.values.size <= MOST_TERMS && column.values.size <= Math.max(2, rows / 2);
  return few && column.longest <= LONGEST_TERM && !isReading(column);
}

export const isText = (column: Column): boolean => column.texts > 0 && likeTexts(column) === column.present;

/** True if all values are dates, times or amounts: neither texts for reading nor plain numbers. */
export const isMeasured = (column: Column): boolean =>
  column.present > 0 && column.texts === 0 && likeTexts(column) === column.present;

export const averageLength = (column: Column): number =>
  column.present === 0 ? 0 : column.characters / column.present;

function isReading(column: Column): boolean {
  return isText(column) && (TEXT_NAMES.has(column.name.toLowerCase()) || averageLength(column) > READING_LENGTH);
}
