import { type Span, spanKey } from "../spans/span.ts";
import type { Suggestion } from "./record.ts";

/** A score of 0 to 1 as a percentage with at most one decimal; undefined for a negative score (FEN-30). */
export function scorePercent(score: number): number | undefined {
  return score < 0 ? undefined : Math.round(score * 1000) / 10;
}

/**
 * The scores of a suggestion by its parts: an option's value, a rating as text, a text as it is, a span by `spanKey`.
 * Lists have one score per element or none (FEN-31); a single score does not apply to one element of a list.
 */
export function scoresByPart(suggestion: Suggestion): ReadonlyMap<string, number> {
  const { value, score } = suggestion;
  const scores = new Map<string, number>();
  if (score === null) return scores;
  if (typeof value === "string" || typeof value === "number") {
    if (typeof score === "number") scores.set(String(value), score);
    return scores;
  }
  if (typeof score === "number") return scores;
  for (const [index, item] of value.entries()) {
    const one = score[index];
    if (one !== undefined) scores.set(partOf(item), one);
  }
  return scores;
}

function partOf(item: string | { readonly value: string } | Span): string {
  if (typeof item === "string") return item;
  return "value" in item ? item.value : spanKey(item);
}
