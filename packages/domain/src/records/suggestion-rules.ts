import type { FieldValues, SuggestionInput } from "./record-input.ts";
import type { RuledQuestion } from "./response-rules.ts";
import { valueFault } from "./value-rules.ts";

/**
 * The fault of a suggestion, in the contract's words (api-v1 7.2, FEN-31), or null: it checks the value first, then the
 * score.
 */
export function suggestionFault(
  question: RuledQuestion,
  { value, score }: Pick<SuggestionInput, "value" | "score">,
  fields: FieldValues,
): string | null {
  return valueFault(question.settings, value, { fields, submitted: false }) ?? scoreFault(value, score);
}

function scoreFault(value: SuggestionInput["value"], score: SuggestionInput["score"]): string | null {
  if (score === null) return null;
  if (!Array.isArray(value)) {
    return typeof score === "number"
      ? null
      : "a list of score values is not allowed for a suggestion with a single value";
  }
  if (typeof score === "number") {
    return "a single score value is not allowed for a suggestion with a multiple items value";
  }
  return score.length === value.length ? null : "number of items on value and score attributes doesn't match";
}
