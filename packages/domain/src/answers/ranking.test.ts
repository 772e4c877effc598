import fc from "fast-check";
import { expect, test } from "vitest";
import { rankOption, unrankOption } from "./answer-form-change.ts";
import { anyRanking, options } from "./answers.fixture.ts";
import { layOutRanking, nextUnranked } from "./rank-board.ts";

const THREE = options("a", "b", "c");

test("FAN-05 slots hold ties, and what has no rank stands apart", () => {
  const board = layOutRanking(THREE, [
    { value: "b", rank: 2 },
    { value: "a", rank: 2 },
  ]);
  expect(board.slots.map((slot) => slot.options.map((option) => option.value))).toEqual([[], ["a", "b"], []]);
  expect(board.unranked.map((option) => option.value)).toEqual(["c"]);
});

test("FAN-09 every option stands in exactly one place of the board", () => {
  fc.assert(
    fc.property(anyRanking(["a", "b", "c"]), (ranked) => {
      const board = layOutRanking(THREE, ranked);
      const placed = [...board.slots.flatMap((slot) => slot.options), ...board.unranked];
      expect(placed.map((option) => option.value).sort()).toEqual(["a", "b", "c"]);
      expect(board.slots.map((slot) => slot.rank)).toEqual([1, 2, 3]);
    }),
  );
});

test("FAN-26 ranking moves one option only, unranking takes it out, a rank beyond the options changes nothing", () => {
  const ranked = rankOption(THREE, rankOption(THREE, [], "a", 1), "b", 1);
  expect(rankOption(THREE, ranked, "a", 3)).toEqual([
    { value: "b", rank: 1 },
    { value: "a", rank: 3 },
  ]);
  expect(unrankOption(ranked, "a")).toEqual([{ value: "b", rank: 1 }]);
  expect(rankOption(THREE, ranked, "c", 4)).toBe(ranked);
  expect(rankOption(THREE, ranked, "c", 0)).toBe(ranked);
  expect(rankOption(THREE, ranked, "z", 1)).toBe(ranked);
});

test("FAN-26 the next item to rank comes after this one, round the end", () => {
  expect(nextUnranked(THREE, [{ value: "b", rank: 1 }], "b")).toBe("c");
  expect(nextUnranked(THREE, [{ value: "c", rank: 1 }], "c")).toBe("a");
  expect(
    nextUnranked(
      THREE,
      THREE.map(({ value }) => ({ value, rank: 1 })),
      "a",
    ),
  ).toBeUndefined();
});
