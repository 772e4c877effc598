import { wholeFault } from "../../bounds.ts";
import type { TextQuestionSettings } from "../../datasets/question.ts";
import { pythonType } from "../../text/python-text.ts";
import type { AnswerValue } from "../record.ts";
import { hasNone, isString, type QuestionRules } from "./rules.ts";

export const text: QuestionRules<TextQuestionSettings, string, null> = {
  empty: "",
  read: (_, stored) => (isString(stored) ? stored : undefined),
  isEmpty: hasNone,
  isValid: (_, value) => value.trim() !== "",
  same: Object.is,
  kind: null,
  asText: (_, value) => value,
  isPlain: true,
  isWritten: true,
};

export const textFault = (_: TextQuestionSettings, value: AnswerValue): string | null =>
  isString(value)
    ? wholeFault("text of an answer", value)
    : `text question expects a text value, found ${pythonType(value)}`;
