import { createSums, type TaskAggregations } from "@postil/domain/tasks/aggregations";
import { expect, test } from "vitest";
import { WireTaskAggregations } from "./search.ts";
import { aggregationsToWire, metadataToWire } from "./summary-mapping.ts";

const sumsOf = (...numbers: readonly number[]) => {
  const sums = createSums();
  for (const number of numbers) sums.add(number, 1);
  return sums.result();
};
const NONE = { predicted_as: [], annotated_as: [], predicted_by: [], annotated_by: [], status: [], predicted: [] };
const NOTHING: TaskAggregations = {
  task: "TextClassification",
  fields: NONE,
  score: [],
  words: [],
  metadata: [],
  mentions: null,
};

test("TSE-20 counts stand in their order, also of names that are whole numbers", () => {
  const fields = {
    ...NONE,
    predicted_as: [
      ["b", 3],
      ["10", 2],
      ["2", 2],
      ["__proto__", 1],
    ] as const,
  };
  const wire = aggregationsToWire({ ...NOTHING, fields, mentions: { predicted: [["p", [["x", 1]]]], annotated: [] } });
  expect(wire).toContain('"predicted_as":{"b":3,"10":2,"2":2,"__proto__":1}');
  expect(JSON.parse(wire)).toMatchObject({
    words: {},
    metadata: {},
    predicted_mentions: { p: { x: 1 } },
    mentions: {},
  });
  expect(aggregationsToWire(NOTHING)).not.toContain("mentions");
  expect(JSON.parse(aggregationsToWire({ ...NOTHING, task: "Text2Text" }))).toMatchObject({ predicted_text: {} });
});

const statsOf = (sums: ReturnType<typeof sumsOf>, of: "numbers" | "times", nulls: boolean) =>
  JSON.parse(metadataToWire([{ key: "k", sums, of }], nulls)).k["argilla:stats"];

test("TSE-20 statistics of several numbers, of one, and of none", () => {
  expect(statsOf(sumsOf(1, 2, 3), "numbers", false)).toMatchObject({
    count: 3,
    min: 1,
    max: 3,
    avg: 2,
    sum: 6,
    sum_of_squares: 14,
    variance_sampling: 1,
    std_deviation_bounds: { upper_sampling: 4, lower_sampling: 0 },
  });
  const one = statsOf(sumsOf(0.5), "numbers", true);
  expect([one.variance, one.variance_sampling, one.std_deviation_bounds.upper_sampling]).toEqual([0, "NaN", "NaN"]);
  expect(metadataToWire([{ key: "k", sums: sumsOf(0.5), of: "numbers" }], true)).toContain('"variance":0.0');
  const none = statsOf(sumsOf(), "numbers", true);
  expect([none.count, none.min, none.sum, none.std_deviation_bounds.lower]).toEqual([0, null, 0, null]);
  expect(statsOf(sumsOf(), "numbers", false)).toEqual({ count: 0, sum: 0, std_deviation_bounds: {} });
});

test("TSE-20 statistics of times tell the times too", () => {
  const stats = statsOf(sumsOf(Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 2)), "times", false);
  expect(stats).toMatchObject({ min: Date.UTC(2024, 0, 31), avg_as_string: "2024-02-01T00:00:00.000Z" });
});

test("TSE-20 what is beyond all numbers is told by its name, as what cannot be told is", () => {
  const large = statsOf(sumsOf(7e288, 1), "numbers", false);
  expect([large.max, large.sum_of_squares, large.variance]).toEqual([7e288, "Infinity", "NaN"]);
  expect(WireTaskAggregations.shape.metadata.safeParse({ k: { "argilla:stats": large } }).error).toBeUndefined();
});
