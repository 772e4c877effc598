import { sameSpans } from "../spans/same-spans.ts";
import type { Span } from "../spans/span.ts";
import type { Answer, Ranked } from "./answers.ts";

/**
 * Whether two answers to one question say the same (FAN-17): equal values; for several labels the same set, for a ranking every
 * rank equal, for spans the same spans in any order (FAN-27). Also what "modified" is measured by (FEN-24).
 */
export function sameAnswer(one: Answer, other: Answer): boolean {
  switch (one.type) {
    case "multi_label_selection":
      return other.type === one.type && sameMembers(one.value, other.value, String);
    case "ranking":
      return other.type === one.type && sameMembers(one.value, other.value, rankedKey);
    case "span":
      return other.type === one.type && sameSpanAnswers(one.value, other.value);
    case "unknown":
      return other.type === one.type;
    default:
      return other.type === one.type && other.value === one.value;
  }
}

const rankedKey = ({ value, rank }: Ranked) => `${rank} ${value}`;

const sameSpanAnswers = (one: readonly Span[] | null, other: readonly Span[] | null) =>
  one === null || other === null ? one === other : sameSpans(one, other);

function sameMembers<T>(one: readonly T[], other: readonly T[], keyOf: (item: T) => string): boolean {
  if (one.length !== other.length) return false;
  const keys = new Set(one.map(keyOf));
  return other.every((item) => keys.has(keyOf(item)));
}
