import { sameJson } from "../same-json.ts";
import type { AnswerDraft } from "./answer-draft.ts";
import type { ResponseValues } from "./record-status.ts";

/**
 * What an answer does not hold of what was typed, whichever way the answer was given; null when it holds all of it. The one
 * rule for when typed work is no longer kept (FQU-26): by what is said, for clocks and tabs do not tell whose words they are.
 */
export function unsent(draft: AnswerDraft, values: ResponseValues): AnswerDraft | null {
  const rest = Object.entries(draft).filter(([name, { value }]) => !holds(values[name]?.value, value));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

/** An answer says nothing by leaving something out, which is how it says blank text as well (FAN-07). */
function holds(sent: unknown, typed: unknown): boolean {
  return sent === undefined ? saysNothing(typed) : sameJson(sent, typed);
}

function saysNothing(typed: unknown): boolean {
  if (typed === null) return true;
  return typeof typed === "string" ? typed.trim() === "" : Array.isArray(typed) && typed.length === 0;
}
