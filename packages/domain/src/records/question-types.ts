import type {
  LabelOption,
  LabelQuestionSettings,
  MultiLabelQuestionSettings,
  QuestionSettings,
  QuestionType,
  RankingQuestionSettings,
  RatingQuestionSettings,
  SpanQuestionSettings,
  TextQuestionSettings,
} from "../datasets/question.ts";
import { asObject, isListOf, isNumber, isString } from "../json-object.ts";
import { ownOf } from "../objects.ts";
import { type Span, sameSpans, spanKey } from "../spans/span.ts";
import type { RankedOption } from "./record.ts";

/**
 * The answers of each question type, as a form holds them. A new type is an entry here, one in `value-rules.ts` and one in
 * `answers/answer-text.ts`. Those two are tables of their own because the labeling page does not load them at first.
 */

/** How the values of a filterable question compare. */
export type ValueKind = "text" | "number";

/** The rules for the answers of one question type. `Value`: an answer as a form holds it. */
type QuestionRules<Settings, Value, Kind extends ValueKind | null = ValueKind | null> = {
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
  /** The answer that an unanswered required question gets when the form is submitted (FAN-27). Others stay unanswered. */
  readonly ifUnanswered?: Value;
  /** True if two answers are the same (FAN-17). */
  readonly same: (one: Value, other: Value) => boolean;
  /** The keys of the parts that can be suggested and touched separately. Without it, the whole answer is one part. */
  readonly partsOf?: (value: Value) => readonly string[];
  /** Null: the search cannot filter by this answer (contract search-semantics 2.3). */
  readonly kind: Kind;
  /** True if an answer is shown as plain text, in cells and elsewhere; other answers are written as JSON. */
  readonly isPlain?: true;
  /** The answers are free texts, which are compared word by word. */
  readonly isWritten?: true;
  /**
   * The answer is drawn in the text of its record. A row does not show it, so it cannot be accepted for many records at
   * once.
   */
  readonly isInText?: true;
};

const isNull = (value: unknown): boolean => value === null;
const isNotNull = (_: unknown, value: unknown): boolean => value !== null;
const hasNone = ({ length }: { readonly length: number }): boolean => length === 0;

const text: QuestionRules<TextQuestionSettings, string, null> = {
  empty: "",
  read: (_, stored) => (isString(stored) ? stored : undefined),
  isEmpty: hasNone,
  isValid: (_, value) => value.trim() !== "",
  same: Object.is,
  kind: null,
  isPlain: true,
  isWritten: true,
};

const rating: QuestionRules<RatingQuestionSettings, number | null, "number"> = {
  empty: null,
  read: ({ options }, stored) => options.find(({ value }) => value === stored)?.value,
  isEmpty: isNull,
  isValid: isNotNull,
  same: Object.is,
  kind: "number",
};

const label: QuestionRules<LabelQuestionSettings, string | null, "text"> = {
  empty: null,
  read: ({ options }, stored) => (isString(stored) && hasOption(options, stored) ? stored : undefined),
  isEmpty: isNull,
  isValid: isNotNull,
  same: Object.is,
  kind: "text",
  isPlain: true,
};

const multiLabel: QuestionRules<MultiLabelQuestionSettings, readonly string[], "text"> = {
  empty: [],
  read: ({ options }, stored) =>
    isListOf(stored, isString) && stored.every((value) => hasOption(options, value)) ? [...new Set(stored)] : undefined,
  isEmpty: hasNone,
  isValid: (_, value) => !hasNone(value),
  same: (one, other) => sameMembers(one, other, String),
  partsOf: (value) => value,
  kind: "text",
};

/** A ranked option of a ranking. Unranked options are left out of an answer (FAN-05). */
export type Ranked = { readonly value: string; readonly rank: number };

const ranking: QuestionRules<RankingQuestionSettings, readonly Ranked[], null> = {
  empty: [],
  read: readRanking,
  isEmpty: hasNone,
  isValid: ({ options }, value) => ranksAll(options, value),
  mayBePartial: true,
  same: (one, other) => sameMembers(one, other, ({ value, rank }) => `${rank} ${value}`),
  partsOf: (value) => value.map((item) => item.value),
  kind: null,
};

/** A ranking may be partial; null ranks and ranks outside 1..n count as unranked. */
function readRanking({ options }: RankingQuestionSettings, stored: unknown): readonly Ranked[] | undefined {
  if (!isListOf(stored, isRankedOption) || !stored.every(({ value }) => hasOption(options, value))) return undefined;
  const places = new Map<string, number>();
  for (const { value, rank } of stored)
    if (rank !== null && rank >= 1 && rank <= options.length && !places.has(value)) places.set(value, rank);
  return [...places].map(([value, rank]) => ({ value, rank }));
}

/** An empty list of spans is an answer (FAN-27), so null means that a span question is unanswered. */
const span: QuestionRules<SpanQuestionSettings, readonly Span[] | null, null> = {
  empty: null,
  read: ({ options }, stored) =>
    isListOf(stored, isSpan) && stored.every(({ label }) => hasOption(options, label)) ? stored : undefined,
  isEmpty: isNull,
  isValid: isNotNull,
  // "No spans" is an answer, also to a required question (FAN-27).
  ifUnanswered: [],
  same: (one, other) => (one === null || other === null ? one === other : sameSpans(one, other)),
  partsOf: (value) => (value ?? []).map(spanKey),
  kind: null,
  isInText: true,
};

export type SettingsOf<Type extends QuestionType> = Extract<QuestionSettings, { readonly type: Type }>;

const TYPES = {
  text,
  label_selection: label,
  rating,
  multi_label_selection: multiLabel,
  ranking,
  span,
} satisfies { readonly [Type in QuestionType]: { readonly read: QuestionRules<SettingsOf<Type>, unknown>["read"] } };

/** The question types whose answers the search can filter by (FFI-17). */
export type FilterableType = {
  [Type in QuestionType]: (typeof TYPES)[Type]["kind"] extends null ? never : Type;
}[QuestionType];

/** An answer to a question of any type, by the question's type; `unknown` is for types this version does not know. */
export type Answer =
  | { readonly [Type in QuestionType]: { readonly type: Type; readonly value: ValueOf<Type> } }[QuestionType]
  | { readonly type: "unknown" };
type ValueOf<Type extends QuestionType> = (typeof TYPES)[Type]["empty"];

/**
 * The rules of a type; undefined for a type of a later version, which is shown, cannot be answered and never blocks
 * submission (FEN-10).
 */
export const rulesOf = (type: string): QuestionRules<unknown, unknown> | undefined =>
  ownOf(TYPES as unknown as { readonly [type: string]: QuestionRules<unknown, unknown> }, type); // all are of this type

/** The kind of a question's answers for filters; null: the search cannot filter by them. */
export const answerKind = ({ type }: QuestionSettings): ValueKind | null => rulesOf(type)?.kind ?? null;

/** True if an answer is shown as plain text, in cells and elsewhere; other answers are written as JSON. */
export const isPlainAnswer = (type: QuestionType): boolean => rulesOf(type)?.isPlain === true;

/** True if a suggestion has one value, and therefore one score (FEN-31). */
export const hasOneScore = (type: QuestionType): boolean => rulesOf(type)?.partsOf === undefined;

const hasOption = (options: readonly LabelOption[], value: string): boolean =>
  options.some((option) => option.value === value);

function sameMembers<T>(one: readonly T[], other: readonly T[], keyOf: (item: T) => string): boolean {
  if (one.length !== other.length) return false;
  const keys = new Set(one.map(keyOf));
  return other.every((item) => keys.has(keyOf(item)));
}

/** What the parts of an answer look like, however it arrived. */

export function isRankedOption(item: unknown): item is RankedOption {
  const { value, rank } = asObject(item) ?? {};
  return isString(value) && (rank === null || isNumber(rank));
}

export function isSpan(item: unknown): item is Span {
  const { start, end, label } = asObject(item) ?? {};
  return isNumber(start) && isNumber(end) && isString(label);
}

/** True if every option of a ranking has a rank; ties are fine (FAN-09). */
export const ranksAll = (options: readonly unknown[], ranked: readonly unknown[]): boolean =>
  ranked.length === options.length;
