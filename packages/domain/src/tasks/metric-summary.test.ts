import { expect, test } from "vitest";
import { lengthCounts } from "./metrics.ts";

test("RUL-12 lengths of texts are told from the shortest to the longest, with those that none has", () => {
  const counts = [
    { value: 7, count: 1 },
    { value: 4, count: 2 },
  ];
  expect(lengthCounts(counts)).toEqual([
    ["4.0", 2],
    ["5.0", 0],
    ["6.0", 0],
    ["7.0", 1],
  ]);
  expect(lengthCounts([])).toEqual([]);
  const far = [
    { value: 1, count: 1 },
    { value: 10_000_000, count: 1 },
  ];
  expect(lengthCounts(far)).toEqual([
    ["1.0", 1],
    ["10000000.0", 1],
  ]);
});
