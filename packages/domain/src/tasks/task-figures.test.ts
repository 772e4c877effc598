import fc from "fast-check";
import { expect, test } from "vitest";
import { agreement, annotationProgress, byCount, labelFigures, scoreBins, sumOf } from "./task-figures.ts";

test("TSE-18 TAN-13 the share of validated and discarded records, of which those that are not told of are none", () => {
  expect(annotationProgress(6912, { Validated: 3988, Discarded: 114, Default: 2808, Edited: 2 })).toEqual({
    ...{ total: 6912, validated: 3988, discarded: 114, edited: 2, untouched: 2808 },
    share: 4102 / 6912,
  });
  expect(annotationProgress(5, {})).toEqual({
    ...{ total: 5, validated: 0, discarded: 0, edited: 0, untouched: 5 },
    share: 0,
  });
  expect(annotationProgress(0, {}).share).toBe(0);
});

test("TSE-24 agreement is told of the records that both sides speak of", () => {
  expect(agreement({ ok: 696, ko: 110 })).toEqual({ ok: 696, ko: 110, compared: 806, share: 696 / 806 });
  expect(agreement({ ok: 3 })).toEqual({ ok: 3, ko: 0, compared: 3, share: 1 });
  expect(agreement({})).toBeNull();
});

test("TAN-13 labels stand by annotated, then by predicted, whatever they are called", () => {
  const annotated = { Fox: 3, "2": 9, constructor: 3 };
  const predicted = JSON.parse('{"Fox": 1, "10": 4, "__proto__": 4}');
  expect(labelFigures(predicted, annotated)).toEqual([
    { label: "2", predicted: 0, annotated: 9 },
    { label: "Fox", predicted: 1, annotated: 3 },
    { label: "constructor", predicted: 0, annotated: 3 },
    { label: "10", predicted: 4, annotated: 0 },
    { label: "__proto__", predicted: 4, annotated: 0 },
  ]);
});

test("TSE-28 values stand by their counts, also those that are numbers", () => {
  expect(byCount({ "1": 1, "2": 5, b: 2, a: 2 })).toEqual([
    ["2", 5],
    ["a", 2],
    ["b", 2],
    ["1", 1],
  ]);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.nat()), (counts) => {
      const sorted = byCount(counts);
      expect(sorted.toSorted(([, one], [, other]) => other - one)).toEqual(sorted);
      expect(sumOf(Object.fromEntries(sorted))).toBe(sumOf(counts));
    }),
  );
});

test("TSE-20 scores are told in steps of ten percent, each at its lower end", () => {
  const bins = scoreBins({
    "0.0": 1,
    "0.099": 2,
    "0.1": 4,
    "0.30000000000000004": 8,
    "0.899": 16,
    "1.0": 32,
    "-4.0": 64,
  });
  expect(bins.map(({ count }) => count)).toEqual([67, 4, 0, 8, 0, 0, 0, 0, 16, 32]);
  expect([bins[0], bins.at(-1)]).toEqual([
    { from: 0, to: 10, count: 67 },
    { from: 90, to: 100, count: 32 },
  ]);
});
