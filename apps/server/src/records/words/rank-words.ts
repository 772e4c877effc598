import type { TextMatch } from "../../storage/engine.ts";
import { addTo, emptySet, type SeqSet } from "../seq-set.ts";
import type { CountedWords } from "./word-copies.ts";
import type { WordCopy, WordCounts } from "./word-copy.ts";

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
  const rarest = counts.reduce((least, { records }) => Math.min(least, records), size);
  const kept = takeArrays(rarest);
  const seqs = kept.seqs.subarray(0, withAll(counts, size, kept.seqs));
  const set = emptySet(size);
  for (let i = 0; i < seqs.length; i++) addTo(set, seqs[i] ?? 0);
  const scores = kept.scores.subarray(0, seqs.length).fill(0);
  for (const { times, records } of counts) addScores(scores, seqs, copy, times, weightOf(copy.records, records));
  return { set, scores: { seqs, scores } };
}

/** One word after the other: a loop over the words of each record takes three times as long. */
function addScores(
  scores: Float64Array,
  seqs: Int32Array,
  { lengths, total, records }: WordCopy,
  times: Uint8Array,
  weight: number,
): void {
  const most = weight * (SATURATION + 1);
  const least = SATURATION * (1 - BY_LENGTH);
  const perWord = (SATURATION * BY_LENGTH * Math.max(1, records)) / total;
  for (let i = 0; i < seqs.length; i++) {
    const seq = seqs[i] ?? 0;
    const count = times[seq] ?? 0;
    scores[i] = (scores[i] ?? 0) + (most * count) / (count + least + perWord * ((lengths[seq] ?? 1) - 1));
  }
}

const weightOf = (all: number, having: number): number =>
  Math.max(LEAST_WEIGHT, Math.log((all - having + 0.5) / (having + 0.5)));

/** Puts the records with all words into `found`, and returns how many they are. */
function withAll(counts: readonly WordCounts[], size: number, found: Int32Array): number {
  const [rarest, ...others] = counts.toSorted((a, b) => a.records - b.records);
  if (!rarest) return 0;
  let count = 0;
  for (let seq = 0; seq < size; seq++) if (rarest.times[seq] !== 0) found[count++] = seq;
  for (const { times } of others) count = keepWith(found, count, times);
  return count;
}

/** Moves those of the first `count` that have a word to the front. Returns how many they are. */
function keepWith(found: Int32Array, count: number, times: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const seq = found[i] ?? 0;
    if (times[seq] !== 0) found[kept++] = seq;
  }
  return kept;
}

/** Twelve bytes per record that has the rarest word. */
type Arrays = { readonly seqs: Int32Array; readonly scores: Float64Array };

/**
 * The arrays of the last search, for the next one. When each search made its own, every fourth one had to wait until they were
 * collected, which took longer than the search. Null while a search uses them.
 */
let free: Arrays | null = null;
/** Larger arrays are not kept: this is 12 MiB in each thread that searches. */
const MOST_KEPT = 2 ** 20;

function takeArrays(length: number): Arrays {
  const taken = free;
  free = null;
  if (taken && taken.seqs.length >= length) return taken;
  const most = Math.ceil(length * 1.25);
  return { seqs: new Int32Array(most), scores: new Float64Array(most) };
}

/** Gives the arrays of scores back that nobody reads any more. Nothing happens with scores that the text index made. */
export function giveBack({ seqs, scores }: TextMatch): void {
  if (!(seqs instanceof Int32Array && scores instanceof Float64Array)) return;
  const [numbers, weights] = [new Int32Array(seqs.buffer), new Float64Array(scores.buffer)];
  if (numbers.length <= MOST_KEPT) free = { seqs: numbers, scores: weights };
}
