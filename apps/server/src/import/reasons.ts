import { RANKING_OPTIONS, RATING_VALUE } from "@postil/domain/datasets/question";
import { numberOf, numberWithComma } from "./cell-values.ts";
import {
  areMostRatings,
  averageLength,
  isChats,
  isLists,
  isMeasured,
  isRating,
  vectorLength,
  whyNotLabels,
  whyNotOptions,
} from "./classify.ts";
import { type Column, MOST_VALUES } from "./columns.ts";
import type { Role } from "./plan.ts";
import { counted } from "./row.ts";
import { isTags, spanLabels } from "./spans.ts";

/** Why a column has its role, and which roles its values do not allow, as phrases for people. */

/** The number of different values; null: more than are counted, or some are too long to count. */
export const differentValues = ({ values, unfit }: Column): number | null =>
  unfit === null && values.size < MOST_VALUES ? values.size : null;

/** Why the column has this role: `77 different short values: labels`. */
export function reasonFor(column: Column, role: Role): string {
  switch (role.kind) {
    case "id":
      return "another value in every row: the id of the record";
    case "field":
      return isChats(column) ? "conversations: to read" : `${textsOf(column)}: to read`;
    case "question":
      return questionReason(column, role);
    case "answer":
      return `${valuesOf(column)}: answers of people`;
    case "suggestion":
      return column.predictions > 0 ? "labels with scores: what a model thinks" : `${valuesOf(column)}: suggestions`;
    case "metadata":
      if (role.date) return `dates: to filter and sort by`;
      return role.type === "terms"
        ? `${valuesOf(column)}: to filter by`
        : `${numbersOf(column)}: to filter and sort by`;
    case "vector":
      return `lists of ${counted(role.dimensions, "number")}: a vector`;
    case "extra":
      return isMeasured(column)
        ? "dates, times or amounts: kept with the record"
        : `${valuesOf(column)}: kept with the record`;
    case "ignored":
      return column.present === 0 ? "always empty: left out" : "left out";
  }
}

function questionReason(column: Column, { type }: Extract<Role, { kind: "question" }>): string {
  if (type === "rating") return `${rangeOf(column)}: a rating`;
  if (type === "ranking") return `${valuesOf(column)}: options to rank`;
  if (type === "span")
    return isTags(column)
      ? `tags of ${counted(spanLabels(column).size, "label")}: spans`
      : `places in a text with ${counted(spanLabels(column).size, "label")}: spans`;
  if (type === "text") return `${textsOf(column)}: to write`;
  return `${valuesOf(column)}: labels`;
}

function textsOf(column: Column): string {
  const different = differentValues(column);
  const isLong = averageLength(column) > LONG;
  const kind = isLong ? "long texts" : "texts";
  const once = different === null || different >= column.present;
  return once
    ? `${kind}, never the same twice`
    : `${kind}, ${different === 1 ? "always the same" : `${different.toLocaleString("en")} different ones`}`;
}

/** An average length, characters: a line of a paragraph. */
const LONG = 60;

function valuesOf(column: Column): string {
  if (column.present === 0) return "no value";
  const different = differentValues(column);
  const how =
    different === null
      ? `more than ${Math.min(column.values.size, MOST_VALUES - 1).toLocaleString("en")}`
      : different.toLocaleString("en");
  if (isLists(column)) return `lists of ${different === 1 ? "the same short text" : `${how} different short texts`}`;
  if (column.values.size === 0) return "objects or lists";
  return different === 1 ? "one value" : `${how} different ${column.longest > LONG ? "" : "short "}values`;
}

function numbersOf(column: Column): string {
  const kind = column.fractions + column.measures === 0 ? "whole numbers" : "numbers";
  return `${kind}${range(column)}`;
}

function rangeOf(column: Column): string {
  const between = range(column);
  return between === "" ? "numbers" : `only${between.replace(" from", "")}`;
}

function range(column: Column): string {
  if (differentValues(column) === null) return "";
  const numbers = [...column.values.keys()].map(numberWithDigits).toSorted((one, other) => (one < other ? -1 : 1));
  const [low, high] = [numbers[0], numbers.at(-1)];
  if (low === undefined || high === undefined || numbers.some(Number.isNaN)) return "";
  return low === high ? ` from ${low}` : ` from ${low} to ${high}`;
}

/** A whole number keeps its digits. */
function numberWithDigits(text: string): number | bigint {
  const value = numberOf(text) ?? Number.NaN;
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? value : BigInt(text);
}

export type Unfit = { readonly kind: string; readonly reason: string };

/**
 * The roles that the values do not allow; of questions and metadata by their type. A role that only some values do not fit
 * is allowed: the rows with them are refused.
 */
export function unfitRoles(column: Column, rows: number): readonly Unfit[] {
  const { present } = column;
  const roles: readonly (readonly [kind: string, why: string | null])[] = [
    ["id", whyNoId(column, rows)],
    ["field", present === 0 ? EMPTY : isLists(column) || isChats(column) ? null : whyNoScalars(column)],
    [
      "label_selection",
      whyNoLabels(column) ?? (isLists(column) && column.most > 1 ? "rows have several labels" : null),
    ],
    ["multi_label_selection", whyNoLabels(column)],
    ["rating", whyNoRating(column)],
    ["ranking", whyNoRanking(column)],
    [
      "span",
      present === 0
        ? EMPTY
        : isTags(column) || (!isFew(column.spans + column.empties, column) && column.spans > 0)
          ? null
          : "no spans",
    ],
    ["text", present === 0 ? null : whyNoScalars(column)],
    ["suggestion", present === 0 ? EMPTY : null],
    ["terms", present === 0 || isLists(column) ? null : whyNoScalars(column)],
    ["integer", whyNoNumbers(column, "integer")],
    ["float", whyNoNumbers(column, "float")],
    ["date", column.present === 0 || !isFew(column.dates?.count ?? 0, column) ? null : "not dates"],
    ["vector", column.vectors.size === 0 ? "no lists of numbers" : null],
  ];
  return roles.flatMap(([kind, reason]) => (reason === null ? [] : [{ kind, reason }]));
}

const EMPTY = "always empty";

const scalars = (column: Column): number =>
  column.texts + column.measures + column.large + column.integers + column.fractions + column.booleans;

/** A role is not allowed if fewer than half of the values fit. */
const isFew = (fitting: number, { present }: Column): boolean => fitting * 2 < present;

const whyNoScalars = (column: Column): string | null =>
  isFew(scalars(column), column) ? "lists or objects, no texts" : null;

export function whyNoId(column: Column, rows: number): string | null {
  if (column.present < rows) return `${counted(rows - column.present, "row has", "rows have")} no value`;
  if (whyNoScalars(column) !== null) return "lists or objects, no texts";
  const [twice] = [...column.values].find(([, { count }]) => count > 1) ?? [];
  if (twice !== undefined) return `${JSON.stringify(twice)} is in several rows`;
  return column.unique ? null : "a value is in several rows";
}

function whyNoLabels(column: Column): string | null {
  if (column.present === 0) return EMPTY;
  const why = whyNotOptions(column.values);
  if (why !== null) return why;
  const fitting = scalars(column) - column.fractions + column.textLists + column.predictions;
  return isFew(fitting, column) ? whyNotLabels(column) : null;
}

function whyNoRating(column: Column): string | null {
  if (column.present === 0) return EMPTY;
  if (areMostRatings(column)) return null;
  const other = [...column.values.keys()].find((value) => !isRating(value));
  if (other === undefined && column.unfit === null && column.values.size > 0) return null;
  const limits = `whole numbers from ${RATING_VALUE.ge} to ${RATING_VALUE.le}`;
  return other === undefined
    ? `no ${limits}`
    : `${JSON.stringify(Array.from(other.slice(0, 80)).slice(0, 40).join(""))} is not one of the ${limits}`;
}

function whyNoRanking(column: Column): string | null {
  if (column.present === 0) return EMPTY;
  if (isFew(column.textLists, column)) return "no lists of texts";
  const { size } = column.values;
  if (size < RANKING_OPTIONS.min || size > RANKING_OPTIONS.max)
    return `${counted(size, "different value")}, a ranking has ${RANKING_OPTIONS.min} to ${RANKING_OPTIONS.max}`;
  return null;
}

function whyNoNumbers(column: Column, type: "integer" | "float"): string | null {
  if (column.present === 0) return null;
  const whole = column.integers + column.large;
  const written = [...column.values.keys()].filter((value) =>
    type === "integer" ? /^-?\d+$/.test(value) : numberOf(value) !== null || numberWithComma(value) !== null,
  );
  const typed = type === "integer" ? whole : whole + column.fractions;
  // Numbers of JSON in quotes are texts there; each different one is looked at.
  const fits = !isFew(typed, column) || written.length * 2 > Math.max(column.values.size, 1);
  if (fits && vectorLength(column) === null) return null;
  return type === "integer" ? "not whole numbers" : "not numbers";
}
