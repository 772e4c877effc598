import type { LabelOption, Question, QuestionSettings } from "../datasets/question.ts";
import { byName, ownOf } from "../own.ts";
import type { Actions } from "../records/actions.ts";
import type { RecordStatus } from "../records/response.ts";
import type { Span } from "../spans/span.ts";
import { hasValues, ranksAll, unanswered } from "./submit-rules.ts";
import type { AnswerValue, AnswerValues, RankedOption } from "./values.ts";

/** An option of a ranking that has its place. Unranked options are left out of an answer (FAN-05). */
export type Ranked = { readonly value: string; readonly rank: number };

/**
 * What a form holds for one question, by the question's type. No spans at all are an answer (FAN-27), so that `null` is what
 * stands for a question of spans that nobody answered. `unknown` stands for types of a later version: shown, never
 * answered, never in the way (FEN-10).
 */
export type Answer =
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "label_selection"; readonly value: string | null }
  | { readonly type: "rating"; readonly value: number | null }
  | { readonly type: "multi_label_selection"; readonly value: readonly string[] }
  | { readonly type: "ranking"; readonly value: readonly Ranked[] }
  | { readonly type: "span"; readonly value: readonly Span[] | null }
  | { readonly type: "unknown" };

/** Question name to answer; a name that is absent counts as unanswered. */
export type Answers = { readonly [question: string]: Answer };

const UNKNOWN: Answer = { type: "unknown" };

export function emptyAnswer(settings: QuestionSettings): Answer {
  switch (settings.type) {
    case "text":
      return { type: "text", value: "" };
    case "label_selection":
      return { type: "label_selection", value: null };
    case "rating":
      return { type: "rating", value: null };
    case "multi_label_selection":
      return { type: "multi_label_selection", value: [] };
    case "ranking":
      return { type: "ranking", value: [] };
    case "span":
      return { type: "span", value: null };
    default:
      // The types say this cannot be; a server newer than this page can still send it (FEN-10).
      return UNKNOWN;
  }
}

/**
 * Reads a stored value as an answer to the question, or `undefined` where it does not fit: another shape, or a value that is
 * not among the options (FAN-16). A ranking may be partial; null ranks and ranks outside 1..n count as unranked.
 */
export function readAnswer(settings: QuestionSettings, value: unknown): Answer | undefined {
  switch (settings.type) {
    case "text":
      return typeof value === "string" ? { type: "text", value } : undefined;
    case "label_selection":
      return typeof value === "string" && hasOption(settings.options, value)
        ? { type: "label_selection", value }
        : undefined;
    case "rating":
      return typeof value === "number" && settings.options.some((option) => option.value === value)
        ? { type: "rating", value }
        : undefined;
    case "multi_label_selection":
      return readMultiLabel(settings.options, value);
    case "ranking":
      return readRanking(settings.options, value);
    case "span":
      return isListOf(value, isSpan) && value.every((span) => hasOption(settings.options, span.label))
        ? { type: "span", value }
        : undefined;
    default:
      return undefined;
  }
}

function readMultiLabel(options: readonly LabelOption[], value: unknown): Answer | undefined {
  if (!isListOf(value, isString) || !value.every((label) => hasOption(options, label))) return undefined;
  return { type: "multi_label_selection", value: [...new Set(value)] };
}

function readRanking(options: readonly LabelOption[], value: unknown): Answer | undefined {
  if (!isListOf(value, isRankedOption) || !value.every((item) => hasOption(options, item.value))) return undefined;
  const places = new Map<string, number>();
  for (const { value: option, rank } of value) {
    if (rank !== null && rank >= 1 && rank <= options.length && !places.has(option)) places.set(option, rank);
  }
  return { type: "ranking", value: [...places].map(([option, rank]) => ({ value: option, rank })) };
}

function hasOption(options: readonly LabelOption[], value: string): boolean {
  return options.some((option) => option.value === value);
}

const isString = (item: unknown): item is string => typeof item === "string";
const isNumber = (item: unknown): item is number => typeof item === "number";
const isObject = (item: unknown): item is { readonly [name: string]: unknown } =>
  typeof item === "object" && item !== null;
const isRankedOption = (item: unknown): item is RankedOption =>
  isObject(item) && isString(item.value) && (item.rank === null || isNumber(item.rank));
const isSpan = (item: unknown): item is Span =>
  isObject(item) && isNumber(item.start) && isNumber(item.end) && isString(item.label);

/** An empty list is a list of anything. */
function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

/**
 * Whether nothing at all was answered: the empty list of spans is an answer (FAN-27). Blank text is not empty here: it was typed,
 * and clearing it is worth a button.
 */
export function isEmpty(answer: Answer): boolean {
  switch (answer.type) {
    case "text":
    case "multi_label_selection":
    case "ranking":
      return answer.value.length === 0;
    case "label_selection":
    case "rating":
    case "span":
      return answer.value === null;
    case "unknown":
      return true;
  }
}

/** FAN-06 to FAN-09. */
export function isValid(settings: QuestionSettings, answer: Answer): boolean {
  switch (answer.type) {
    case "text":
      return answer.value.trim() !== "";
    case "ranking":
      return settings.type === "ranking" && ranksAll(settings.options, answer.value);
    default:
      return !isEmpty(answer);
  }
}

/** Only a ranking can be half done: some options ranked, not all (FAN-09, FAN-10). */
export function isPartiallyValid(settings: QuestionSettings, answer: Answer): boolean {
  return answer.type === "ranking" && !isEmpty(answer) && !isValid(settings, answer);
}

export function answerTo(answers: Answers, question: Question): Answer {
  return ownOf(answers, question.name) ?? emptyAnswer(question.settings);
}

/** Why a question keeps the record from being submitted: unanswered, or a ranking with some options left out. */
export type Obstacle = { readonly question: Question; readonly reason: "missing" | "partial" };

/**
 * In question order, so that the first is where the form sends the reader. A question of a type that is not known here is
 * never one (FEN-10).
 */
export function obstacles(questions: readonly Question[], answers: Answers): Obstacle[] {
  const known = questions.filter((question) => answerTo(answers, question).type !== "unknown");
  const missing = new Set(unanswered(known, valuesToSend(known, answers)));
  return known.flatMap((question): Obstacle[] => {
    if (missing.has(question)) return [{ question, reason: "missing" }];
    return isPartiallyValid(question.settings, answerTo(answers, question)) ? [{ question, reason: "partial" }] : [];
  });
}

/** FAN-09 to FAN-11, FAN-13. */
export function isComplete(questions: readonly Question[], answers: Answers): boolean {
  return obstacles(questions, answers).length === 0 && hasValues(valuesToSend(questions, answers));
}

/** What goes into a response: the valid and the partially valid answers, text as it was typed (FAN-07, FAN-12, FRS-08). */
export function valuesToSend(questions: readonly Question[], answers: Answers): AnswerValues {
  const values = byName<{ readonly value: AnswerValue }>();
  for (const question of questions) {
    const answer = answerTo(answers, question);
    const worth = isValid(question.settings, answer) || isPartiallyValid(question.settings, answer);
    if (worth && answer.type !== "unknown" && answer.value !== null) values[question.name] = { value: answer.value };
  }
  return values;
}

/** When the four actions are available (FRS-12). A status other than pending means that there is a response. */
export function availableActions(questions: readonly Question[], answers: Answers, status: RecordStatus): Actions {
  return {
    submit: isComplete(questions, answers),
    saveDraft: hasValues(valuesToSend(questions, answers)),
    discard: status !== "discarded",
    clear: status !== "pending" || questions.some((question) => !isEmpty(answerTo(answers, question))),
  };
}
