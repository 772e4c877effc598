import type { Question } from "../datasets/question.ts";
import type { AnswerValues } from "./record.ts";

/** The page checks these before it offers to submit, the server before it saves (FAN-11, FAN-13). */

/** True if the response has a value. One without any is empty, even where no question is required. */
export const hasValues = (values: AnswerValues): boolean => Object.keys(values).length > 0;

/** The required questions without a value, in their order. */
export function unanswered<Q extends Pick<Question, "name" | "required">>(
  questions: readonly Q[],
  values: AnswerValues,
): readonly Q[] {
  return questions.filter(({ name, required }) => required && !Object.hasOwn(values, name));
}
