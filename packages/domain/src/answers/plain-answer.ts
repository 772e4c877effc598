import type { QuestionType } from "../datasets/question.ts";

/** Whether an answer is a text as it stands, in cells and elsewhere; what others are is written as JSON. */
export const isPlainAnswer = (type: QuestionType): boolean => type === "text" || type === "label_selection";
