import type { Suggestion } from "@postil/domain/records/record";
import { asFloat, asFloats } from "@postil/domain/text/json-numbers";
import type { WireSuggestion } from "../entities/suggestions.ts";
import { times, timesFromWire } from "../wire/time.ts";

function scoreToWire(score: Suggestion["score"]): WireSuggestion["score"] {
  if (score === null) return null;
  return typeof score === "number" ? asFloat(score) : asFloats(score);
}

export const suggestionToWire = (suggestion: Suggestion): WireSuggestion => ({
  question_id: suggestion.questionId,
  type: suggestion.type,
  value: suggestion.value,
  agent: suggestion.agent,
  score: scoreToWire(suggestion.score),
  id: suggestion.id,
  ...times(suggestion),
});

export const suggestionFromWire = (wire: WireSuggestion): Suggestion => ({
  id: wire.id,
  questionId: wire.question_id,
  type: wire.type,
  value: wire.value,
  agent: wire.agent,
  score: wire.score,
  ...timesFromWire(wire),
});
