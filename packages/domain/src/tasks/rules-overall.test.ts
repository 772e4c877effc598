import fc from "fast-check";
import { expect, test } from "vitest";
import { foundAnnotated, foundRecords, queriesByLabel, ruleSums } from "./rule-matches.ts";

test("RUL-07 RUL-21 the precision of all rules is that of their sums, and unknown where nothing was judged", () => {
  expect(
    ruleSums([
      { correct: 41, incorrect: 3 },
      { correct: 9, incorrect: 7 },
    ]),
  ).toEqual({ correct: 50, incorrect: 10, precision: 50 / 60 });
  expect(ruleSums([{ correct: null, incorrect: null }])).toEqual({ correct: 0, incorrect: 0, precision: null });
  expect(ruleSums([])).toEqual({ correct: 0, incorrect: 0, precision: null });
});

test("RUL-10 RUL-25 how many records are found is told exactly by their share", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
      const found = Math.floor(part * total);
      const share = found / total;
      const metrics = { totalRecords: total, annotatedRecords: total, coverage: share, coverageAnnotated: share };
      expect([foundRecords(metrics), foundAnnotated(metrics)]).toEqual([found, found]);
    }),
  );
  const empty = { totalRecords: 0, annotatedRecords: 0, coverage: null, coverageAnnotated: null };
  expect([foundRecords(empty), foundAnnotated(empty)]).toEqual([0, 0]);
});

test("RUL-25 each label has its rules, and one without a rule none", () => {
  const rules = [
    { query: "rat", labels: ["Rats", "Waste", "Waste"] },
    { query: "bin*", labels: ["Waste"] },
    { query: "graffiti", labels: ["Walls"] },
  ];
  expect([...queriesByLabel(["Waste", "Noise", "Rats"], rules)]).toEqual([
    ["Waste", ["rat", "bin*"]],
    ["Noise", []],
    ["Rats", ["rat"]],
    ["Walls", ["graffiti"]],
  ]);
});
