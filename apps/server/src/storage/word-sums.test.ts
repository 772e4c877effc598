import fc from "fast-check";
import { expect, test } from "vitest";
import { createWordSums } from "./word-sums.ts";

const sumsOf = (counts: Iterable<readonly [string, number]>) => {
  const sums = createWordSums();
  for (const [word, count] of counts) sums.add(word, count);
  return sums;
};

test("TEN-18 sums of words tell counts apart, whatever their order and however they were added up", () => {
  const counts = fc.uniqueArray(fc.tuple(fc.string(), fc.integer({ min: 1, max: 1000 })), {
    selector: ([word]) => word,
    minLength: 1,
  });
  fc.assert(
    fc.property(counts, (all) => {
      const one = sumsOf(all);
      const other = sumsOf(
        all.toReversed().flatMap(([word, count]) => [[word, 1] as const, [word, count - 1] as const]),
      );
      expect(one.differing(other)).toBe(0);
      const [[word] = [""]] = all;
      other.add(word, 1);
      expect(one.differing(other)).toBe(1);
      other.add(word, -1);
      other.add(`${word} and another`, 1);
      expect(one.differing(other)).toBe(1);
    }),
  );
});
