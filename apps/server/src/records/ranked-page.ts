import { hasBit } from "@postil/domain/queue/bitmap";
import type { TextMatch } from "../storage/engine.ts";
import { firstBy } from "./first-by.ts";
import { membersOf, type SeqSet } from "./seq-set.ts";

export type RankedPage = { readonly seqs: readonly number[]; readonly scores: readonly number[] };

/**
 * A page of a set, sorted by score, the best first; equal scores by creation (search-semantics 2.5). Members after the last
 * one with a score follow in creation order, with score 0. `weight`: the factor for a record's score.
 */
export function rankedPage(
  set: SeqSet,
  { seqs, scores }: TextMatch,
  weight: (seq: number) => number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): RankedPage {
  const weighed = new Float64Array(scores.length);
  let ranked = 0;
  for (let index = 0; index < seqs.length; index++) {
    const seq = seqs[index] ?? 0;
    const member = hasBit(set, seq);
    weighed[index] = member ? (scores[index] ?? 0) * weight(seq) : Number.NEGATIVE_INFINITY;
    if (member) ranked++;
  }
  const better = (a: number, b: number) => {
    const difference = (weighed[a] ?? 0) - (weighed[b] ?? 0);
    return difference === 0 ? a < b : difference > 0;
  };
  const first = firstBy(weighed.length, Math.min(offset + limit, ranked), better).slice(offset);
  const missing = limit - first.length;
  const after = Math.max(0, offset - ranked);
  const last = seqs[seqs.length - 1] ?? -1;
  // `membersOf` starts at a word of 32 bits.
  const beyond = missing > 0 ? membersOf(set, last + 1).filter((seq) => seq > last) : [];
  const rest = beyond.slice(after, after + missing);
  return {
    seqs: [...first.map((index) => seqs[index] ?? 0), ...rest],
    scores: [...first.map((index) => weighed[index] ?? 0), ...rest.map(() => 0)],
  };
}
