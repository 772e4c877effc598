import type { QuestionSettings } from "../datasets/question.ts";

/** How the values of something that can be filtered by compare. */
export type ValueKind = "text" | "number";

/**
 * The kind of a question's answers that one can look for; null: they are not told apart by the search (contract search-semantics
 * 2.3).
 */
export function answerKind(settings: QuestionSettings): ValueKind | null {
  switch (settings.type) {
    case "label_selection":
    case "multi_label_selection":
      return "text";
    case "rating":
      return "number";
    default:
      return null;
  }
}
