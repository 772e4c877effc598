import { expect, test } from "vitest";
import { createHistogram, SCORE_WIDTH } from "./aggregations.ts";

test("TSE-20 a score lies in a bucket by its single precision, and empty buckets between the ends are told", () => {
  const scores = createHistogram(SCORE_WIDTH);
  for (const score of [0.9, 0.9011, 0.2045, 0]) scores.add(Math.fround(score), 1);
  const counts = new Map(scores.result());
  expect([
    counts.get("0.899"),
    counts.get("0.901"),
    counts.get("0.20400000000000001"),
    counts.get("0.0"),
    counts.get("0.5"),
  ]).toEqual([1, 1, 1, 1, 0]);
  expect(counts.size).toBe(902);
  expect(createHistogram(SCORE_WIDTH).result()).toEqual([]);
});

test("TSE-20 buckets far apart do not bring those between", () => {
  const scores = createHistogram(SCORE_WIDTH);
  scores.add(1, 2);
  scores.add(1e9, 1);
  expect(scores.result()).toEqual([
    ["1.0", 2],
    ["1000000000.0", 1],
  ]);
});
