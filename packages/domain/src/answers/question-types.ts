import type { LabelOption, QuestionSettings, QuestionType } from "../datasets/question.ts";
import { ownOf } from "../objects.ts";
import type { RankedOption } from "../records/record.ts";
import { ranksAll } from "../records/submit-rules.ts";
import { type Span, sameSpans, spanKey } from "../spans/span.ts";

/** The value type and the answer rules of each question type. A new type is one entry here. */

/** A ranked option of a ranking. Unranked options are left out of an answer (FAN-05). */
export type Ranked = { readonly value: string; readonly rank: number };

/**
 * The values in a form. An empty list of spans is an answer (FAN-27), so null means that a span question is unanswered.
 */
type Values = {
  readonly text: string;
  readonly label_selection: string | null;
  readonly rating: number | null;
  readonly multi_label_selection: readonly string[];
  readonly ranking: readonly Ranked[];
  readonly span: readonly Span[] | null;
};

/** How the values of a filterable question compare. */
export type ValueKind = "text" | "number";

type SettingsOf<Type extends QuestionType> = Extract<QuestionSettings, { readonly type: Type }>;

type Rules<Settings, Value> = {
  readonly empty: Value;
  /**
   * Converts a stored value to a form value; undefined if it does not fit: it has another shape, or is no option of the
   * question (FAN-16).
   */
  readonly read: (settings: Settings, stored: unknown) => Value | undefined;
  /** True if nothing was answered. Blank text is not empty: the user typed it, and a button should clear it. */
  readonly isEmpty: (value: Value) => boolean;
  /** True if the value is valid (FAN-06 to FAN-09). */
  readonly isValid: (settings: Settings, value: Value) => boolean;
  /** A value that is neither empty nor valid is sent as a draft (FAN-09, FAN-10). */
  readonly mayBePartial?: true;
  /** True if two answers are the same (FAN-17). */
  readonly same: (one: Value, other: Value) => boolean;
  /** The keys of the parts that can be suggested and touched separately. Without it, the whole answer is one part. */
  readonly partsOf?: (value: Value) => readonly string[];
  /** Without it, the search cannot filter by this answer (contract search-semantics 2.3). */
  readonly kind?: ValueKind;
  readonly isPlain?: true;
  /**
   * The answer is drawn in the text of its record. A row does not show it, so it cannot be accepted for many records at
   * once.
   */
  readonly isInText?: true;
};

const isNull = (value: unknown): boolean => value === null;
const isNotNull = (_: unknown, value: unknown): boolean => value !== null;
const hasNone = ({ length }: { readonly length: number }): boolean => length === 0;

const TYPES: { readonly [Type in QuestionType]: Rules<SettingsOf<Type>, Values[Type]> } = {
  text: {
    empty: "",
    read: (_, stored) => (isString(stored) ? stored : undefined),
    isEmpty: hasNone,
    isValid: (_, value) => value.trim() !== "",
    same: Object.is,
    isPlain: true,
  },
  label_selection: {
    empty: null,
    read: ({ options }, stored) => (isString(stored) && hasOption(options, stored) ? stored : undefined),
    isEmpty: isNull,
    isValid: isNotNull,
    same: Object.is,
    kind: "text",
    isPlain: true,
  },
  rating: {
    empty: null,
    read: ({ options }, stored) => options.find(({ value }) => value === stored)?.value,
    isEmpty: isNull,
    isValid: isNotNull,
    same: Object.is,
    kind: "number",
  },
  multi_label_selection: {
    empty: [],
    read: ({ options }, stored) =>
      isListOf(stored, isString) && stored.every((label) => hasOption(options, label))
        ? [...new Set(stored)]
        : undefined,
    isEmpty: hasNone,
    isValid: (_, value) => !hasNone(value),
    same: (one, other) => sameMembers(one, other, String),
    partsOf: (value) => value,
    kind: "text",
  },
  ranking: {
    empty: [],
    read: ({ options }, stored) => readRanking(options, stored),
    isEmpty: hasNone,
    isValid: ({ options }, value) => ranksAll(options, value),
    mayBePartial: true,
    same: (one, other) => sameMembers(one, other, ({ value, rank }) => `${rank} ${value}`),
    partsOf: (value) => value.map((item) => item.value),
  },
  span: {
    empty: null,
    read: ({ options }, stored) =>
      isListOf(stored, isSpan) && stored.every(({ label }) => hasOption(options, label)) ? stored : undefined,
    isEmpty: isNull,
    isValid: isNotNull,
    same: (one, other) => (one === null || other === null ? one === other : sameSpans(one, other)),
    partsOf: (value) => (value ?? []).map(spanKey),
    isInText: true,
  },
};

/**
 * The rules of a type; undefined for a type of a later version, which is shown, cannot be answered and never blocks
 * submission (FEN-10).
 */
export const rulesOf = (type: string): Rules<unknown, unknown> | undefined =>
  ownOf(TYPES as unknown as { readonly [type: string]: Rules<unknown, unknown> }, type); // all are of this type

/** The kind of a question's answers for filters; null: the search cannot filter by them. */
export const answerKind = ({ type }: QuestionSettings): ValueKind | null => rulesOf(type)?.kind ?? null;

/** True if an answer is shown as plain text, in cells and elsewhere; other answers are written as JSON. */
export const isPlainAnswer = (type: QuestionType): boolean => rulesOf(type)?.isPlain === true;

/** An answer to a question of any type, by the question's type; `unknown` is for types this version does not know. */
export type Answer =
  | { readonly [Type in QuestionType]: { readonly type: Type; readonly value: Values[Type] } }[QuestionType]
  | { readonly type: "unknown" };

/** A ranking may be partial; null ranks and ranks outside 1..n count as unranked. */
function readRanking(options: readonly LabelOption[], stored: unknown): readonly Ranked[] | undefined {
  if (!isListOf(stored, isRankedOption) || !stored.every(({ value }) => hasOption(options, value))) return undefined;
  const places = new Map<string, number>();
  for (const { value, rank } of stored)
    if (rank !== null && rank >= 1 && rank <= options.length && !places.has(value)) places.set(value, rank);
  return [...places].map(([value, rank]) => ({ value, rank }));
}

function hasOption(options: readonly LabelOption[], value: string): boolean {
  return options.some((option) => option.value === value);
}

function sameMembers<T>(one: readonly T[], other: readonly T[], keyOf: (item: T) => string): boolean {
  if (one.length !== other.length) return false;
  const keys = new Set(one.map(keyOf));
  return other.every((item) => keys.has(keyOf(item)));
}

const isString = (item: unknown): item is string => typeof item === "string";
const isNumber = (item: unknown): item is number => typeof item === "number";
const isObject = (item: unknown): item is { readonly [name: string]: unknown } =>
  typeof item === "object" && item !== null;
const isRankedOption = (item: unknown): item is RankedOption =>
  isObject(item) && isString(item.value) && (item.rank === null || isNumber(item.rank));
const isSpan = (item: unknown): item is Span =>
  isObject(item) && isNumber(item.start) && isNumber(item.end) && isString(item.label);

/** An empty list passes for every item type. */
function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}
