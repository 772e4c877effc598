import { PENDING_RECORDS, type RecordCriteria } from "@postil/domain/search/record-criteria";
import { beforeEach, expect, test, vi } from "vitest";
import { failureOf } from "../../../lib/api/failure.ts";
import { getToasts } from "../../../lib/toasts/store.ts";
import { recordsApi } from "./records-api.ts";

const asked: string[] = [];
const bodies: unknown[] = [];
let answer: () => Response;
const reply =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });

beforeEach(() => {
  asked.length = 0;
  bodies.length = 0;
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit) => {
    asked.push(address);
    if (typeof body === "string") bodies.push(JSON.parse(body));
    return answer();
  });
});

const TIMES = { inserted_at: "2026-11-21T10:00:00", updated_at: "2026-11-21T10:00:00" };
const RESPONSE = { id: "a1", record_id: "r1", user_id: "u1", status: "draft", values: null, ...TIMES };
const RECORD = {
  id: "r1",
  fields: { text: "A" },
  metadata: null,
  external_id: null,
  responses: [RESPONSE],
  suggestions: [],
  dataset_id: "d1",
  ...TIMES,
};
const options = { signal: new AbortController().signal, quiet: true };

test("FQU-03 FQU-08 a window of the queue is asked for with both includes, its offset one less than its start", async () => {
  answer = reply({ items: [RECORD], total: 31 });
  const batch = await recordsApi.page("d1", PENDING_RECORDS, { start: 21, size: 10 }, options);
  const { pathname, searchParams } = new URL(asked[0] ?? "", "http://postil.test");
  expect(pathname).toBe("/api/v1/me/datasets/d1/records");
  expect(searchParams.getAll("include").sort()).toEqual(["responses", "suggestions"]);
  expect(Object.fromEntries(searchParams)).toMatchObject({ offset: "20", limit: "10", response_status: "pending" });
  expect(batch).toMatchObject({
    total: 31,
    items: [{ queryScore: null, record: { id: "r1", datasetId: "d1", responses: [{ id: "a1", status: "draft" }] } }],
  });
});

test("FQU-03 a failed read has the code ERROR_FETCHING_RECORDS, and a quiet one no toast", async () => {
  answer = reply({ detail: "broken" }, 500);
  const failure = await recordsApi
    .page("d1", { ...PENDING_RECORDS, status: "draft" }, { start: 1, size: 10 }, options)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ response: "ERROR_FETCHING_RECORDS" });
  expect(failureOf(failure)?.status).toBe(500);
  expect(getToasts()).toEqual([]);
});

test("FEN-32 one record is read with the reader's own response; null when it is not there for them", async () => {
  answer = reply(RECORD);
  expect(await recordsApi.record("r1", options)).toMatchObject({ record: { id: "r1" }, response: { id: "a1" } });
  expect(asked).toEqual(["/api/v1/records/r1?include=responses"]);
  for (const status of [403, 404, 422]) {
    answer = reply({ detail: "no" }, status);
    expect(await recordsApi.record("r1", { ...options, quiet: false })).toBeNull();
  }
  expect(getToasts()).toEqual([]);
});

const stars = { entity: "response", question: "stars", property: null } as const;
const topics = { entity: "response", question: "topics", property: null } as const;
const score = { entity: "suggestion", question: "topics", property: "score" } as const;
const SEARCH: RecordCriteria = {
  status: "draft",
  text: { q: "late train", field: "body" },
  filters: [
    {
      scope: { entity: "metadata", property: "source" },
      condition: { type: "terms", values: ["a", "b"], match: "any" },
    },
    { scope: topics, condition: { type: "terms", values: ["x", "y"], match: "all" } },
    { scope: score, condition: { type: "range", ge: 0.6, le: null } },
  ],
  sort: [{ scope: stars, order: "desc" }],
  similarity: null,
};

test("FQU-04 FQU-05 FFI-18 as soon as anything narrows or orders the records they are searched for", async () => {
  answer = reply({ items: [{ record: RECORD, query_score: 0.91 }], total: 1 });
  const batch = await recordsApi.page("d1", SEARCH, { start: 1, size: 10 }, options);
  const { pathname, searchParams } = new URL(asked[0] ?? "", "http://postil.test");
  expect(pathname).toBe("/api/v1/me/datasets/d1/records/search");
  expect(Object.fromEntries(searchParams)).toMatchObject({ offset: "0", limit: "10", response_status: "draft" });
  expect(bodies).toEqual([
    {
      query: { text: { q: "late train", field: "body" } },
      filters: {
        and: [
          { type: "terms", scope: { entity: "metadata", metadata_property: "source" }, values: ["a", "b"] },
          { type: "terms", scope: { entity: "response", question: "topics" }, values: ["x"] },
          { type: "terms", scope: { entity: "response", question: "topics" }, values: ["y"] },
          { type: "range", scope: score, ge: 0.6 },
        ],
      },
      sort: [{ scope: { entity: "response", question: "stars" }, order: "desc" }],
    },
  ]);
  expect(batch).toMatchObject({ total: 1, items: [{ queryScore: 0.91, record: { id: "r1" } }] });
});

test("FFI-26 FFI-02 similar records come in the order of their likeness, whatever sort is set", async () => {
  answer = reply({ items: [], total: 0 });
  const similarity = { recordId: "r1", vector: "text", order: "least", limit: 10 } as const;
  await recordsApi.page("d1", { ...SEARCH, filters: [], text: null, similarity }, { start: 1, size: 10 }, options);
  expect(bodies).toEqual([
    { query: { vector: { name: "text", record_id: "r1", max_results: 10, order: "least_similar" } } },
  ]);
});

test("FQU-04 a failed search has the code of every failed load, ERROR_FETCHING_RECORDS", async () => {
  answer = reply({ detail: "broken" }, 500);
  const criteria = { ...PENDING_RECORDS, text: { q: "swift", field: null } };
  const failure = recordsApi.page("d1", criteria, { start: 1, size: 10 }, options);
  await expect(failure).rejects.toMatchObject({ response: "ERROR_FETCHING_RECORDS", cause: { status: 500 } });
  expect(asked[0]).toContain("/api/v1/me/datasets/d1/records/search");
});
