import { sameJson } from "../same-json.ts";
import type { AnswerDraft } from "./answer-draft.ts";
import type { ResponseValues } from "./record-status.ts";

/**
 * The typed answers that a response does not contain; null when it contains all of them. It does not matter how the
 * answer was given. This is the only rule for when typed work is dropped (FQU-26). It compares contents, because clocks
 * and tabs do not tell who typed the text.
 */
export function unsent(draft: AnswerDraft, values: ResponseValues): AnswerDraft | null {
  const rest = Object.entries(draft).filter(([name, { value }]) => !holds(values[name]?.value, value));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

/** True if the response contains the typed value. A missing value counts as empty, and so does blank text (FAN-07). */
function holds(sent: unknown, typed: unknown): boolean {
  return sent === undefined ? saysNothing(typed) : sameJson(sent, typed);
}

function saysNothing(typed: unknown): boolean {
  if (typed === null) return true;
  return typeof typed === "string" ? typed.trim() === "" : Array.isArray(typed) && typed.length === 0;
}
