import type { Question, QuestionSettings, QuestionType } from "../datasets/question.ts";
import { byName, ownOf } from "../objects.ts";
import type { Actions, RecordStatus } from "../records/labeled-record.ts";
import { type Answer, rulesOf } from "../records/question-types.ts";
import type { AnswerValue, AnswerValues } from "../records/record.ts";
import { hasValues, unanswered } from "../records/submit-rules.ts";

/** Question name to answer; a name that is absent counts as unanswered. */
export type Answers = { readonly [question: string]: Answer };

const UNKNOWN: Answer = { type: "unknown" };

export function emptyAnswer({ type }: QuestionSettings): Answer {
  const rules = rulesOf(type);
  return rules === undefined ? UNKNOWN : answerOf(type, rules.empty);
}

/** Reads a stored value as an answer to the question; undefined if it does not fit (FAN-16). */
export function readAnswer(settings: QuestionSettings, stored: unknown): Answer | undefined {
  const value = rulesOf(settings.type)?.read(settings, stored);
  return value === undefined ? undefined : answerOf(settings.type, value);
}

/** The answer that submitting gives to an unanswered question; undefined if it stays unanswered. */
export function answerIfUnanswered({ type }: Answer): Answer | undefined {
  const value = type === "unknown" ? undefined : rulesOf(type)?.ifUnanswered;
  return value === undefined || type === "unknown" ? undefined : answerOf(type, value);
}

const answerOf = (type: QuestionType, value: unknown) => ({ type, value }) as Answer; // the type's rules made `value`

/** True if nothing was answered. The empty list of spans is an answer (FAN-27). */
export const isEmpty = (answer: Answer): boolean =>
  answer.type === "unknown" || rulesOf(answer.type)?.isEmpty(answer.value) === true;

/** True if the answer is valid for its question (FAN-06 to FAN-09). */
export const isValid = (settings: QuestionSettings, answer: Answer): boolean =>
  answer.type === settings.type && rulesOf(answer.type)?.isValid(settings, answer.value) === true;

/**
 * True if the answer is incomplete. Only a ranking can be: some of its options are ranked, not all (FAN-09, FAN-10).
 */
export const isPartiallyValid = (settings: QuestionSettings, answer: Answer): boolean =>
  rulesOf(answer.type)?.mayBePartial === true && !isEmpty(answer) && !isValid(settings, answer);

/**
 * True if two answers to one question are the same (FAN-17): equal values; for several labels the same set; for a
 * ranking the same ranks; for spans the same spans in any order (FAN-27). "Modified" is defined by it too (FEN-24).
 */
export function sameAnswer(one: Answer, other: Answer): boolean {
  if (one.type === "unknown" || other.type === "unknown" || one.type !== other.type) return one.type === other.type;
  return rulesOf(one.type)?.same(one.value, other.value) === true;
}

/**
 * One part of an answer that can be suggested and touched separately: an option's value in a multi label or a ranking,
 * or a span's `spanKey`. For other types it is the whole answer, with the key `""` (design/questions.md#suggestions).
 */
export type Part = string;
export const WHOLE: Part = "";

export function partsOf(answer: Answer): readonly Part[] {
  if (isEmpty(answer) || answer.type === "unknown") return [];
  const parts = rulesOf(answer.type)?.partsOf?.(answer.value) ?? [];
  // "No spans" is an answer without parts (FAN-27).
  return parts.length > 0 ? parts : [WHOLE];
}

export function answerTo(answers: Answers, question: Question): Answer {
  return ownOf(answers, question.name) ?? emptyAnswer(question.settings);
}

/** The reason why a question blocks submission: it has no answer, or a ranking leaves out options. */
export type Obstacle = { readonly question: Question; readonly reason: "missing" | "partial" };

/** In question order. A question of an unknown type is never an obstacle (FEN-10). */
export function obstacles(questions: readonly Question[], answers: Answers): Obstacle[] {
  const known = questions.filter((question) => answerTo(answers, question).type !== "unknown");
  const missing = new Set(unanswered(known, valuesToSend(known, answers)));
  return known.flatMap((question): Obstacle[] => {
    if (missing.has(question)) return [{ question, reason: "missing" }];
    return isPartiallyValid(question.settings, answerTo(answers, question)) ? [{ question, reason: "partial" }] : [];
  });
}

/** True if the answers can be submitted (FAN-09 to FAN-11, FAN-13). */
export function isComplete(questions: readonly Question[], answers: Answers): boolean {
  return obstacles(questions, answers).length === 0 && hasValues(valuesToSend(questions, answers));
}

/** The valid and the partially valid answers, text exactly as it was typed (FAN-07, FAN-12, FRS-08). */
export function valuesToSend(questions: readonly Question[], answers: Answers): AnswerValues {
  const values = byName<{ readonly value: AnswerValue }>();
  for (const question of questions) {
    const answer = answerTo(answers, question);
    const worth = isValid(question.settings, answer) || isPartiallyValid(question.settings, answer);
    if (worth && answer.type !== "unknown" && answer.value !== null) values[question.name] = { value: answer.value };
  }
  return values;
}

/**
 * Says which of the four actions are available (FRS-12). Any status other than pending means that a response exists.
 */
export function availableActions(questions: readonly Question[], answers: Answers, status: RecordStatus): Actions {
  return {
    submit: isComplete(questions, answers),
    saveDraft: hasValues(valuesToSend(questions, answers)),
    discard: status !== "discarded",
    clear: status !== "pending" || questions.some((question) => !isEmpty(answerTo(answers, question))),
  };
}
