import type { RecordsQuery, Scope, SearchQuery } from "@postil/domain/search/record-criteria";
import { EVERY_TASK_RECORD } from "@postil/domain/search/task-query";
import { BY_ID, writeScanPlace } from "@postil/domain/search/task-sort";
import { expect, test } from "vitest";
import { type Lanes, laneOf } from "./lanes.ts";
import type { Reads } from "./registry.ts";

const QUERY: RecordsQuery = {
  include: { responses: false, suggestions: false, vectors: "none" },
  statuses: ["pending"],
  metadata: [],
  sort: [],
  offset: 0,
  limit: 10,
};
const MATCH_ALL: SearchQuery = { text: null, vector: null, filters: [], sort: [] };
const SCORE: Scope = { entity: "suggestion", question: "mood", property: "score" };
const ANSWER: Scope = { entity: "response", question: "mood", property: null };
const STATUS: Scope = { entity: "response", question: null, property: "status" };

const terms = (scope: Scope) => ({ type: "terms", scope, values: ["a"] }) as const;
const search = (search: Partial<SearchQuery>, query: Partial<RecordsQuery> = {}) =>
  laneOf("searchOwnRecords", { datasetId: "d", query: { ...QUERY, ...query }, search: { ...MATCH_ALL, ...search } });
const list = (query: Partial<RecordsQuery>) =>
  laneOf("listOwnRecords", { datasetId: "d", query: { ...QUERY, ...query } });

test("FQU-03 a read without a lane does not compile", () => {
  type TwoReads = Pick<Reads, "getDataset" | "getQuestionUsage">;
  // @ts-expect-error one of the two has none
  const missing: Lanes<TwoReads> = { getDataset: "short" };
  expect(missing).not.toHaveProperty("getQuestionUsage");
});

test("FFI-12 FQU-03 a search that asks for nothing but a status is as short as a page, by an index it waits for searches", () => {
  expect(search({})).toBe("short");
  expect(search({ text: { q: "a", field: null } })).toBe("search");
  expect(search({ filters: [terms(SCORE), terms(STATUS)] })).toBe("search");
  expect(search({ sort: [{ scope: SCORE, order: "asc" }] })).toBe("search");
  expect(search({}, { metadata: [{ name: "lang", expression: "en" }] })).toBe("search");
  expect(list({})).toBe("short");
  expect(list({ sort: [{ scope: SCORE, order: "asc" }] })).toBe("search");
  expect(list({ metadata: [{ name: "lang", expression: "en" }] })).toBe("search");
});

test("FQU-03 a page of more records than anybody looks at, or with their vectors, waits for others like it", () => {
  expect(list({ limit: 100 })).toBe("short");
  expect(list({ limit: 101 })).toBe("long");
  expect(search({}, { limit: 1000 })).toBe("long");
  expect(list({ include: { responses: false, suggestions: false, vectors: ["mood"] } })).toBe("long");
  expect(list({ limit: 1000, sort: [{ scope: SCORE, order: "asc" }] })).toBe("search");
});

test("FFI-12 FFI-14 what goes through every answer, or keeps vectors, waits for its own kind, whatever else it asks", () => {
  expect(search({ filters: [terms(SCORE), terms(ANSWER)] })).toBe("scan");
  expect(search({ text: { q: "a", field: null }, sort: [{ scope: ANSWER, order: "asc" }] })).toBe("scan");
  expect(laneOf("searchSimilarRecords", { datasetId: "d", query: QUERY, search: MATCH_ALL })).toBe("vectors");
});

test("TSE-22 RUL-12 what is kept in memory of task records is asked where it is kept; what only documents say is not", () => {
  const metric = (text: string) =>
    laneOf("summarizeTaskMetric", {
      ...{ workspace: "w", name: "n", metric: "F1" },
      options: { size: null, interval: null, ruleQuery: null, labels: [], queries: [] },
      query: { ...EVERY_TASK_RECORD, text },
    });
  expect(metric("")).toBe("search");
  expect(metric("metrics.text_length:>5 AND multi_label:true")).toBe("search");
  expect(metric("metrics.tokens.value:a")).toBe("scan");
  expect(metric("tokens:a")).toBe("scan");
});

test("FQU-03 TSE-23 loading by id waits with long pages, by anything else with searches, also where the place says so", () => {
  const asked = { workspace: "w", name: "n", query: EVERY_TASK_RECORD, sort: [], nextId: null, fields: [], limit: 10 };
  const byStatus = [{ id: "status", order: "asc" } as const];
  const load = (place: string | null, sort: typeof byStatus | [] = []) =>
    laneOf("scanTaskRecords", { ...asked, sort, place });
  expect(load(null)).toBe("long");
  expect(load(writeScanPlace({ sort: [BY_ID], after: ["a"] }))).toBe("long");
  expect(load("unreadable")).toBe("long");
  expect(load(null, byStatus)).toBe("search");
  expect(load(writeScanPlace({ sort: byStatus, after: ["Default", "a"] }))).toBe("search");
});
