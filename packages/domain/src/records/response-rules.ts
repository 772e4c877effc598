import type { Question } from "../datasets/question.ts";
import { ownOf } from "../own.ts";
import { pythonRepr } from "../text/python-text.ts";
import type { FieldValues, ResponseInput } from "./record-input.ts";
import { hasValues, unanswered } from "./submit-rules.ts";
import { valueFault } from "./value-rules.ts";

/** The members of a question that a rule needs. */
export type RuledQuestion = Pick<Question, "name" | "required" | "settings">;

/**
 * The fault of a response to a record with these fields, in the contract's words and order (api-v1 7.1, FAN-13), or
 * null. Drafts and discarded responses may lack answers and may have an incomplete ranking.
 */
export function responseFault(
  questions: readonly RuledQuestion[],
  { status, values }: ResponseInput,
  fields: FieldValues,
): string | null {
  const given = values ?? {};
  const submitted = status === "submitted";
  if (submitted) {
    if (!hasValues(given)) return "missing response values for submitted response";
    const [missing] = unanswered(questions, given);
    if (missing) return `missing response value for required question with name=${pythonRepr(missing.name)}`;
  }
  const names = new Set(questions.map((question) => question.name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) return `found response value for non configured question with name=${pythonRepr(unknown)}`;
  for (const { name, settings } of questions) {
    const answer = ownOf(given, name);
    const fault = answer && valueFault(settings, answer.value, { fields, submitted });
    if (fault) return fault;
  }
  return null;
}
