import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer } from "../records/question-types.ts";
import { anyRanking } from "./answers.fixture.ts";
import { sameAnswer } from "./answers.ts";

const labels = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
const multi = (value: readonly string[]): Answer => ({ type: "multi_label_selection", value });
const ranking = (value: readonly { value: string; rank: number }[]): Answer => ({ type: "ranking", value });

test("FAN-17 a text, a label and a rating match when they are equal", () => {
  expect(sameAnswer({ type: "text", value: "so" }, { type: "text", value: "so" })).toBe(true);
  expect(sameAnswer({ type: "text", value: "so" }, { type: "text", value: "so " })).toBe(false);
  expect(sameAnswer({ type: "rating", value: 0 }, { type: "rating", value: null })).toBe(false);
  expect(sameAnswer({ type: "label_selection", value: "a" }, { type: "label_selection", value: "a" })).toBe(true);
  expect(sameAnswer({ type: "label_selection", value: "a" }, { type: "text", value: "a" })).toBe(false);
});

test("FAN-17 several labels match when both have the same size and the same set", () => {
  fc.assert(
    fc.property(labels, labels, (one, other) => {
      const equalSets = [...one].sort().join() === [...other].sort().join();
      expect(sameAnswer(multi(one), multi(other))).toBe(equalSets);
    }),
  );
});

test("FAN-17 rankings match when every rank is equal, in whatever order they are listed", () => {
  fc.assert(
    fc.property(anyRanking(["a", "b", "c"]), anyRanking(["a", "b", "c"]), (one, other) => {
      const table = (list: typeof one) => Object.fromEntries(list.map(({ value, rank }) => [value, rank]));
      const equal = ["a", "b", "c"].every((value) => table(one)[value] === table(other)[value]);
      expect(sameAnswer(ranking(one), ranking(other))).toBe(equal);
      expect(sameAnswer(ranking(one), ranking([...one].reverse()))).toBe(true);
    }),
  );
});

test("FAN-27 spans match in any order", () => {
  const first = { start: 0, end: 3, label: "a" };
  const second = { start: 5, end: 9, label: "b" };
  expect(sameAnswer({ type: "span", value: [first, second] }, { type: "span", value: [second, first] })).toBe(true);
  expect(sameAnswer({ type: "span", value: [first] }, { type: "span", value: [{ ...first, label: "b" }] })).toBe(false);
});
