import { expect, test } from "vitest";
import { mentionConsistency } from "./metrics.ts";

const counts = [
  ["PER", "Ana", 3],
  ["LOC", "Ana", 1],
  ["ORG", "France", 1],
  ["LOC", "France", 1],
  ["PER", "France", 1],
  ["ORG", "IBM", 1],
  ["ORG", "McDonald", 1],
  ["LOC", "New York", 1],
  ["LOC", "paris", 1],
].map(([label, mention, count]) => ({ label: String(label), mention: String(mention), count: Number(count) }));
const shown = (most: number, least: number) =>
  mentionConsistency(counts, { most, least }).map(({ mention, entities }) => [
    mention,
    ...entities.map(({ label, count }) => `${label} ${count}`),
  ]);

const ANA = ["Ana", "PER 3", "LOC 1"];
const FRANCE = ["France", "LOC 1", "ORG 1", "PER 1"];

test("RUL-12 mentions are chosen by frequency and told by how many labels they have", () => {
  expect(shown(50, 1)).toEqual([
    FRANCE,
    ANA,
    ["IBM", "ORG 1"],
    ["McDonald", "ORG 1"],
    ["New York", "LOC 1"],
    ["paris", "LOC 1"],
  ]);
  expect(shown(1, 1)).toEqual([ANA]);
  expect(shown(2, 1)).toEqual([FRANCE, ANA]);
  expect(shown(50, 2)).toEqual([FRANCE, ANA]);
  expect(shown(50, 3)).toEqual([FRANCE]);
  expect(shown(1, 3)).toEqual([]);
});
