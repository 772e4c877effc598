import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { TaskSearch } from "@postil/domain/tasks/task-search";
import { afterEach, expect, test, vi } from "vitest";
import { searchRecords } from "./search-records.ts";

afterEach(() => vi.unstubAllGlobals());

const DATASET: KnownTaskDataset = {
  ...{ id: "city.inbox", name: "inbox", workspaceName: "city", task: "TextClassification", tags: {}, metadata: {} },
  ...{ createdBy: null, createdAt: 0, lastUpdatedAt: 0 },
};

const SEARCH: TaskSearch = { limit: 0, from: 0, query: { vector: null }, sort: [] };

const replyTo = (body: object) => {
  vi.stubGlobal("fetch", async () => Response.json(body));
  return searchRecords(DATASET, SEARCH, new AbortController().signal);
};

test("TEN-36 a search has its total and its records, and the aggregations of the reply as they are", async () => {
  const aggregations = { predicted_as: { Sport: 2 }, annotated_as: {}, status: { Validated: 1, Discarded: 1 } };
  expect(await replyTo({ total: 2, records: [], aggregations })).toEqual({ total: 2, records: [], aggregations });
});

test("TEN-36 a page behind the first has no aggregations, which is not that nothing was counted", async () => {
  expect(await replyTo({ total: 12, records: [] })).toEqual({ total: 12, records: [], aggregations: null });
});
