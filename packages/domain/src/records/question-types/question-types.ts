import type { QuestionSettings, QuestionType } from "../../datasets/question.ts";
import { ownOf } from "../../objects.ts";
import type { AnswerValue } from "../record.ts";
import { label, labelFault, multiLabel, multiLabelFault } from "./labels.ts";
import { ranking, rankingFault } from "./ranking.ts";
import { rating, ratingFault } from "./rating.ts";
import type { AnsweredRecord, QuestionRules, ValueKind } from "./rules.ts";
import { span, spanFault } from "./span.ts";
import { text, textFault } from "./text.ts";

/** The rules of every question type. A new type is a file beside this one, and its entries in the two tables. */

type SettingsOf<Type extends QuestionType> = Extract<QuestionSettings, { readonly type: Type }>;

const TYPES = {
  text,
  label_selection: label,
  rating,
  multi_label_selection: multiLabel,
  ranking,
  span,
} satisfies { readonly [Type in QuestionType]: { readonly read: QuestionRules<SettingsOf<Type>, unknown>["read"] } };

type Check<Settings> = (settings: Settings, value: AnswerValue, answered: AnsweredRecord) => string | null;

/** The server's checks. They are a table of their own because the page does not load them. */
const FAULTS: { readonly [Type in QuestionType]: Check<SettingsOf<Type>> } = {
  text: textFault,
  label_selection: labelFault,
  rating: ratingFault,
  multi_label_selection: multiLabelFault,
  ranking: rankingFault,
  span: (settings, value, { fields }) => spanFault(settings, value, fields),
};

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

/**
 * The fault of an answer to a question, in the contract's words (api-v1 7.1), or null. The same rules hold for
 * suggestions and for responses, however they arrive (FAN-13).
 */
export function valueFault(settings: QuestionSettings, value: AnswerValue, answered: AnsweredRecord): string | null {
  // The check of a type gets settings of that type.
  return (FAULTS[settings.type] as Check<QuestionSettings>)(settings, value, answered);
}
