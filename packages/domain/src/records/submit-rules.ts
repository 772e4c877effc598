import type { Question } from "../datasets/question.ts";
import type { AnswerValues } from "./answer-values.ts";

/** What a response must hold to be submitted: the page asks before it offers to, the server before it takes it (FAN-11, FAN-13). */

/** A response without any value says nothing, even where no question is required. */
export const hasValues = (values: AnswerValues): boolean => Object.keys(values).length > 0;

/** The required questions without a value, in their order. */
export function unanswered<Q extends Pick<Question, "name" | "required">>(
  questions: readonly Q[],
  values: AnswerValues,
): readonly Q[] {
  return questions.filter(({ name, required }) => required && !Object.hasOwn(values, name));
}

/** Each option of a ranking has its place; ties are fine (FAN-09). */
export const ranksAll = (options: readonly unknown[], ranked: readonly unknown[]): boolean =>
  ranked.length === options.length;
