import type { RatingQuestionSettings } from "../../datasets/question.ts";
import { pythonRepr } from "../../text/python-text.ts";
import type { AnswerValue } from "../record.ts";
import { isNotNull, isNull, type QuestionRules } from "./rules.ts";

export const rating: QuestionRules<RatingQuestionSettings, number | null, "number"> = {
  empty: null,
  read: ({ options }, stored) => options.find(({ value }) => value === stored)?.value,
  isEmpty: isNull,
  isValid: isNotNull,
  same: Object.is,
  kind: "number",
  asText: (_, value) => String(value),
};

export function ratingFault({ options }: RatingQuestionSettings, value: AnswerValue): string | null {
  if (options.some((option) => option.value === value)) return null;
  const valid = pythonRepr(options.map((option) => option.value));
  return `${pythonRepr(value)} is not a valid rating for rating question.\nValid ratings are: ${valid}`;
}
