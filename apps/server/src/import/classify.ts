import { OPTION_VALUE } from "@postil/domain/datasets/names";
import { LABEL_OPTIONS_MIN, RATING_VALUE } from "@postil/domain/datasets/question";
import { characters } from "@postil/domain/text/characters";
import type { DecimalSign } from "./cell-values.ts";
import { type Column, MOST_VALUES, mayBeId } from "./columns.ts";
import { at, excerpt } from "./row.ts";

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
  const { unfit, numbers } = column;
  if (unfit) {
    const length = characters(unfit.text);
    const has =
      length > OPTION_VALUE.max
        ? `${length.toLocaleString("en")} characters, a label has at most ${OPTION_VALUE.max}`
        : "a NUL character or half a character, which no text may have";
    return `the value ${at(numbers, unfit.line)} has ${has}: ${excerpt(unfit.text)}`;
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
  if (column.present === 0 || column.meeting) return null;
  if (decimalSign(column) !== null) return "float";
  if (numbers(column) !== column.present) return null;
  return column.fractions === 0 ? "integer" : "float";
}

/** The decimal sign of a column of amounts: at least one shows it, and no other can be read in another way. */
export const decimalSign = ({ sign, present, withComma, withPoint }: Column): DecimalSign | null =>
  present === (sign === "," ? withComma : withPoint) ? sign : null;

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

export const isRating = (value: string): boolean =>
  /^\d+$/.test(value) && Number(value) >= RATING_VALUE.ge && Number(value) <= RATING_VALUE.le;

/** True if a column may be a rating although some values are none: the rows with these are refused. */
export function areMostRatings({ values, present }: Column): boolean {
  const fitting = [...values].reduce((sum, [value, { count }]) => sum + (isRating(value) ? count : 0), 0);
  return fitting > 0 && fitting * 2 >= present;
}

/** True if all values are conversations: lists of messages with a sender. */
export const isChats = (column: Column): boolean =>
  column.chats > 0 && column.chats + column.empties === column.present;

/** Of a field that such a column fills: its texts are joined. */
export const joining = (column: Column): { readonly isJoined?: true } =>
  isChats(column) || isLists(column) ? { isJoined: true } : {};

export const isText = (column: Column): boolean => column.texts > 0 && likeTexts(column) === column.present;

/** True if all values are dates, times or amounts: neither texts for reading nor plain numbers. */
export const isMeasured = (column: Column): boolean =>
  column.present > 0 && column.texts === 0 && likeTexts(column) === column.present;

export const averageLength = (column: Column): number =>
  column.present === 0 ? 0 : column.characters / column.present;

function isReading(column: Column): boolean {
  return isText(column) && (TEXT_NAMES.has(column.name.toLowerCase()) || averageLength(column) > READING_LENGTH);
}

/** Recognizes files that need other options, and tells the user what to do. */

type Shape = readonly { readonly name: string }[];
const has = (columns: Shape, ...names: readonly string[]) =>
  names.every((name) => columns.some((column) => column.name === name));

/** Exports of other tools, which the import would misread. */
export function foreignExport(columns: Shape): string | null {
  if (has(columns, "annotation_id", "lead_time"))
    return "The file is Label Studio's CSV, in which labels are JSON of its own. Name what it holds, such as --field text --label sentiment, and leave out the rest with --ignore; or export it as JSON-MIN, and say the same of that.";
  if (has(columns, "data", "annotations") || has(columns, "data", "completions"))
    return "The file is Label Studio's JSON. Name what it holds by paths, such as --field data.text; its annotations are not read: export it as CSV or JSON-MIN for labels.";
  return null;
}

/** A file of the older family should be read with --task. */
export const clientHint = (columns: Shape): string[] =>
  has(columns, "prediction_agent", "annotation_agent")
    ? [
        "  The file is what the 1.x client writes: --task (TextClassification, TokenClassification or Text2Text) reads it as that.",
      ]
    : [];

/** True if it holds objects or lists of objects, and nothing that is read. */
const isOfObjects = (column: Column): boolean =>
  column.present > 0 &&
  likeTexts(column) + column.booleans + column.textLists + column.spans + column.predictions + column.chats === 0 &&
  column.vectors.size === 0;

/** Hints from the columns, if none of them gives what the import needs. */
export function hintsOf(columns: readonly Column[]): string[] {
  const hints: string[] = [];
  if (has(columns, "tokens")) hints.push("The file holds tokens: for entities say --task TokenClassification.");
  hints.push(...clientHint(columns));
  const around = columns.filter(isOfObjects);
  if (around.length > 0 && columns.every(({ present }) => present <= 1))
    hints.push(
      `The file is one object. If ${around.map(({ name }) => `"${name}"`).join(" or ")} holds the records, save that list as a file of its own; of a table by columns write the rows, in Python with df.to_json("rows.jsonl", orient="records", lines=True).`,
    );
  return hints;
}
