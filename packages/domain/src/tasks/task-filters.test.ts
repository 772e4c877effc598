import fc from "fast-check";
import { expect, test } from "vitest";
import { taskFilters } from "./task-view.fixture.ts";
import { asksForAll, mergeTaskFilters, readTaskFilters } from "./task-view.ts";

test("TEN-34 TEN-35 a query is read with all it may ask, and what it does not know is left out", () => {
  const filters = {
    text: 'bin* OR "lamp post"',
    predicted_as: ["Waste", "Roads"],
    annotated_as: ["Waste"],
    predicted_by: ["model"],
    annotated_by: ["ma"],
    status: ["Validated", "Default"],
    predicted: "ko",
    score: { from: 0.4, to: 1 },
    metadata: { ward: ["Harbour", "Old Town"] },
    uncovered_by_rules: ["bin*"],
  };
  expect(readTaskFilters(filters)).toEqual(filters);
  expect(readTaskFilters({ ...filters, from: 10, limit: 50, ids: ["1"] })).toEqual(filters);
});

test("TEN-35 the older names of the text and of the score are read", () => {
  expect(readTaskFilters({ query_text: "bin", confidence: { from: 0.2, to: 0.8 } })).toEqual({
    text: "bin",
    score: { from: 0.2, to: 0.8 },
  });
  expect(readTaskFilters({ text: "lamp", query_text: "bin" })).toEqual({ text: "lamp" });
});

test("TSE-11 metadata filters with an empty list are dropped", () => {
  expect(readTaskFilters({ metadata: { ward: [], source: ["letter"] } })).toEqual({ metadata: { source: ["letter"] } });
  expect(readTaskFilters({ metadata: { ward: [] } })).toEqual({});
});

test("TSE-12 predicted counts as one value only: false, none and several are passed over", () => {
  for (const predicted of [false, true, null, [], ["ok", "ko"], "maybe", ["maybe"], { ok: 1 }]) {
    expect(readTaskFilters({ predicted })).toEqual({});
  }
  expect(readTaskFilters({ predicted: ["ok"] })).toEqual({ predicted: "ok" });
  expect(readTaskFilters({ predicted: "ko" })).toEqual({ predicted: "ko" });
});

test("TSE-13 an empty query asks for every record", () => {
  for (const empty of [{}, null, undefined, [], "text", 3, { text: "  " }, { predicted_as: [], status: ["None"] }]) {
    expect(readTaskFilters(empty)).toEqual({});
  }
  expect(asksForAll({})).toBe(true);
  expect(asksForAll({ status: [] })).toBe(true);
  expect(asksForAll({ status: ["Default"] })).toBe(false);
});

test("VST-05 what a filter cannot have is left out, and the rest of the query stays", () => {
  expect(
    readTaskFilters({
      text: 12,
      predicted_as: [1, null, "Waste", "Waste", {}],
      annotated_by: "ma",
      status: ["Validated", "Gone"],
      score: { from: 0.8, to: 0.2 },
      metadata: { size: 3, open: true, deep: { er: ["x"] } },
      uncovered_by_rules: ["", " ", "bin"],
    }),
  ).toEqual({
    predicted_as: ["1", "Waste"],
    annotated_by: ["ma"],
    status: ["Validated"],
    metadata: { size: ["3"], open: ["true"] },
    uncovered_by_rules: ["bin"],
  });
  for (const score of [{ from: -0.1 }, { to: 1.1 }, { from: "0" }, { from: Number.NaN }, [0, 1], 0.5]) {
    expect(readTaskFilters({ score })).toEqual({});
  }
  expect(readTaskFilters({ score: { from: 0.4 } })).toEqual({ score: { from: 0.4, to: 1 } });
});

test("TSE-14 a query is laid over the one in force, metadata key by key", () => {
  const filters = { text: "bin", status: ["Default"], metadata: { ward: ["Harbour"], source: ["letter"] } } as const;
  expect(mergeTaskFilters(filters, { status: ["Validated"], metadata: { ward: ["Old Town"] } })).toEqual({
    text: "bin",
    status: ["Validated"],
    metadata: { ward: ["Old Town"], source: ["letter"] },
  });
  expect(mergeTaskFilters(filters, { metadata: { ward: [] } })).toEqual({
    text: "bin",
    status: ["Default"],
    metadata: { source: ["letter"] },
  });
  expect(mergeTaskFilters(filters, { text: undefined, metadata: undefined })).toEqual({ status: ["Default"] });
});

test("TSE-14 an empty query takes the place of the one in force, and to take away one filter does not", () => {
  expect(mergeTaskFilters({ text: "bin", status: ["Default"] }, {})).toEqual({});
  expect(mergeTaskFilters({ text: "bin", status: ["Default"] }, { status: [] })).toEqual({ text: "bin" });
});

test("TSE-14 whatever is laid over, what it names holds, the rest stays, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(taskFilters, taskFilters, (filters, change) => {
      const merged = mergeTaskFilters(filters, change);
      if (Object.keys(change).length === 0) {
        expect(merged).toEqual({});
        return;
      }
      const { metadata, ...rest } = { ...filters, ...change };
      expect(merged).toEqual(
        metadata === undefined ? rest : { ...rest, metadata: { ...filters.metadata, ...change.metadata } },
      );
      expect(mergeTaskFilters(merged, change)).toEqual(merged);
    }),
  );
});

test("TSE-11 TSE-13 reading throws at nothing and is done once", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readTaskFilters(value);
      expect(readTaskFilters(read)).toEqual(read);
    }),
  );
});
