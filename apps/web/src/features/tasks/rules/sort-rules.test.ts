import { expect, test } from "vitest";
import { findRules, nextSort, type RuleRow, SORT_KEYS, sortRules } from "./rules-list.tsx";

const row = (query: string, precision: number | null): RuleRow => ({
  rule: { query, labels: [], label: null, description: null, author: "mara", createdAt: query.length },
  metrics:
    precision === null
      ? null
      : {
          ...{ totalRecords: 1, annotatedRecords: 1, coverage: precision, coverageAnnotated: precision },
          ...{ correct: precision, incorrect: precision, precision },
        },
});
const ROWS = [row("b", null), row("ccc", 0.2), row("aa", 0.9)];
const queries = (rows: readonly RuleRow[]) => rows.map(({ rule }) => rule.query);

test("RUL-24 what is not known stands last, whichever way a column is sorted", () => {
  const sorted = (descending: boolean) => queries(sortRules(ROWS, { key: "precision", descending }));
  expect([sorted(true), sorted(false)]).toEqual([
    ["aa", "ccc", "b"],
    ["ccc", "aa", "b"],
  ]);
});

test("RUL-24 every column can be sorted by, texts from A and numbers from the highest at first", () => {
  for (const key of SORT_KEYS) {
    const other = key === "query" ? "labels" : "query";
    const first = nextSort({ key: other, descending: false }, key);
    expect(first.descending).toBe(key !== "query" && key !== "labels");
    expect(nextSort(first, key)).toEqual({ key, descending: !first.descending });
    expect(queries(sortRules(ROWS, first)).toSorted()).toEqual(["aa", "b", "ccc"]);
  }
});

test("RUL-24 rules are found by all words of what is looked for", () => {
  const rows = [row("park* AND car", null), row("car", null)];
  expect(queries(findRules(rows, " CAR  park"))).toEqual(["park* AND car"]);
});
