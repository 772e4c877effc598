import type { TextMatch } from "../../storage/engine.ts";
import { addTo, emptySet, type SeqSet } from "../seq-set.ts";
import type { CountedWords } from "./word-copies.ts";
import type { WordCounts } from "./word-copy.ts";

/** BM25 with the same factors as the text index, so that both give the same order. */
const SATURATION = 1.2;
const BY_LENGTH = 0.75;
/** Weight of a word that more than half of the records have: almost zero, but more occurrences still count as better. */
const LEAST_WEIGHT = 1e-6;

/** All records that have every one of some words, and their scores. */
export function rankWords(
  { copy, counts }: CountedWords,
  size: number,
): { readonly set: SeqSet; readonly scores: TextMatch } {
  const set = emptySet(size);
  const seqs = withAll(counts, size);
  const scores = new Float64Array(seqs.length);
  const average = copy.total / Math.max(1, copy.records);
  const words = counts.map(({ times, records }) => ({ times, weight: weightOf(copy.records, records) }));
  for (let i = 0; i < seqs.length; i++) {
    const seq = seqs[i] ?? 0;
    addTo(set, seq);
    const length = (copy.lengths[seq] ?? 1) - 1;
    const long = SATURATION * (1 - BY_LENGTH + (BY_LENGTH * length) / average);
    let score = 0;
    for (const { times, weight } of words) {
      const count = times[seq] ?? 0;
      score += (weight * count * (SATURATION + 1)) / (count + long);
    }
    scores[i] = score;
  }
  return { set, scores: { seqs, scores } };
}

const weightOf = (all: number, having: number): number =>
  Math.max(LEAST_WEIGHT, Math.log((all - having + 0.5) / (having + 0.5)));

function withAll(counts: readonly WordCounts[], size: number): Int32Array {
  const [rarest, ...others] = counts.toSorted((a, b) => a.records - b.records);
  if (!rarest) return new Int32Array(0);
  const found = new Int32Array(rarest.records);
  let count = 0;
  for (let seq = 0; seq < size; seq++) {
    if (rarest.times[seq] === 0) continue;
    if (others.every(({ times }) => times[seq] !== 0)) found[count++] = seq;
  }
  return found.subarray(0, count);
}
