import fc from "fast-check";
import { expect, test } from "vitest";
import { membersOf } from "../seq-set.ts";
import { giveBack, rankWords } from "./rank-words.ts";
import { createWordCopy, createWordCounts, setLength, type WordCounts } from "./word-copy.ts";

const SIZE = 100;
type Text = { readonly first: number; readonly second: number; readonly others: number };
const text: fc.Arbitrary<Text> = fc.record({
  first: fc.nat({ max: 3 }),
  second: fc.nat({ max: 2 }),
  others: fc.integer({ min: 1, max: 20 }),
});
const texts = fc.array(text, { maxLength: SIZE });

/** What the store counts of these texts. */
function counted(all: readonly Text[]) {
  const copy = createWordCopy(SIZE);
  for (const [seq, { first, second, others }] of all.entries()) setLength(copy, seq, first + second + others);
  const countsOf = (word: string, times: (one: Text) => number): WordCounts => {
    const seqs = all.flatMap((one, seq) => Array.from({ length: times(one) }, () => seq));
    return createWordCounts(word, null, SIZE, seqs);
  };
  return { copy, counts: [countsOf("first", ({ first }) => first), countsOf("second", ({ second }) => second)] };
}

/** BM25 as it is written in the books. */
function scoresOf(all: readonly Text[]): (readonly [number, number])[] {
  const lengthOf = ({ first, second, others }: Text) => first + second + others;
  const average = all.reduce((sum, one) => sum + lengthOf(one), 0) / all.length;
  const weigh = (timesIn: (one: Text) => number) => {
    const having = all.filter((one) => timesIn(one) > 0).length;
    const weight = Math.max(1e-6, Math.log((all.length - having + 0.5) / (having + 0.5)));
    return (one: Text) =>
      (weight * timesIn(one) * 2.2) / (timesIn(one) + 1.2 * (0.25 + (0.75 * lengthOf(one)) / average));
  };
  const [first, second] = [weigh((one) => one.first), weigh((one) => one.second)];
  return all.flatMap((one, seq) => (one.first > 0 && one.second > 0 ? [[seq, first(one) + second(one)] as const] : []));
}

test("FFI-13 words that are counted in memory find the records with all of them, scored by BM25, whatever was scored before", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, fc.boolean()), { minLength: 1, maxLength: 5 }), (searches) => {
      for (const [all, isGivenBack] of searches) {
        const { set, scores } = rankWords(counted(all), SIZE);
        const wanted = scoresOf(all);
        expect(membersOf(set)).toEqual(wanted.map(([seq]) => seq));
        expect(Array.from(scores.seqs)).toEqual(wanted.map(([seq]) => seq));
        for (const [at, [, score]] of wanted.entries()) expect(scores.scores[at]).toBeCloseTo(score, 12);
        if (isGivenBack) giveBack(scores);
      }
    }),
  );
});

test("FFI-13 scores that somebody still reads are not overwritten by the next search", () => {
  const some = Array.from({ length: SIZE }, (_, seq) => ({ first: 1 + (seq % 3), second: 1, others: 1 + seq }));
  const { scores } = rankWords(counted(some), SIZE);
  const before = Array.from(scores.scores);
  rankWords(counted(some.slice(0, 50)), SIZE);
  expect(Array.from(scores.scores)).toEqual(before);
});
