import { expect, test } from "vitest";
import { loadQueue, respond } from "../queue/queue.ts";
import { fetchSettings, fetchWindow } from "../queue/queue-fetch.ts";
import { readSimilarity, refersToDataset, writeSimilarity } from "./feedback-address.ts";
import { knownCriteria } from "./known-criteria.ts";
import {
  PENDING_RECORDS,
  type RecordCriteria,
  SIMILARITY_LIMITS,
  searchOf,
  withCondition,
  withoutFilters,
} from "./record-criteria.ts";
import { SIMILARITY_LIMIT } from "./records-address.ts";

const source = { entity: "metadata", property: "source" } as const;
const topics = { entity: "response", question: "topics", property: null } as const;
const inserted = { entity: "record", property: "inserted_at" } as const;
const similarity = { recordId: "r1", vector: "text", order: "most", limit: 50 } as const;
const terms = (...values: string[]) => ({ type: "terms", values, match: "any" }) as const;
const asked = (change: Partial<RecordCriteria>): RecordCriteria => ({ ...PENDING_RECORDS, ...change });

test("FQU-05 records are searched for as soon as text, similarity, a filter or a sort is there, whatever the status", () => {
  expect(searchOf(asked({ status: "draft" }))).toBeNull();
  for (const change of [
    { text: { q: "a", field: null } },
    { similarity },
    { filters: [{ scope: source, condition: terms("a") }] },
    { sort: [{ scope: inserted, order: "asc" }] },
  ] as const)
    expect(searchOf(asked(change))).not.toBeNull();
});

test("FFI-18 with and, each value is a filter of its own; with or, one filter has them all", () => {
  const filtersFor = (match: "any" | "all") =>
    searchOf(asked({ filters: [{ scope: topics, condition: { type: "terms", values: ["x", "y"], match } }] }))?.filters;
  expect(filtersFor("all")).toEqual([
    { type: "terms", scope: topics, values: ["x"] },
    { type: "terms", scope: topics, values: ["y"] },
  ]);
  expect(filtersFor("any")).toEqual([{ type: "terms", scope: topics, values: ["x", "y"] }]);
});

test("FFI-26 a sort rests while similar records are shown", () => {
  const sort = [{ scope: inserted, order: "asc" }] as const;
  expect(searchOf(asked({ sort, similarity }))?.sort).toEqual([]);
  expect(searchOf(asked({ sort }))?.sort).toEqual(sort);
});

const ID = "0b8b6f1e-0000-4000-8000-000000000001";

test("CON-03 FFI-23 fifty similar records, or what else is on offer", () => {
  expect(SIMILARITY_LIMIT).toBe(50);
  expect(SIMILARITY_LIMITS).toEqual([10, 50, 100, 200]);
  const limitOf = (entry: string) => readSimilarity(entry)?.limit;
  expect(limitOf(`record.${ID}.vector.mini`)).toBe(50);
  for (const limit of SIMILARITY_LIMITS)
    expect(limitOf(writeSimilarity({ recordId: ID, vector: "mini", order: "most", limit }))).toBe(limit);
  expect(limitOf(`record.${ID}.vector.mini.limit.77.order.most`), "not on offer").toBe(50);
});

test("FFI-12 a thing has one condition: another one takes its place, an empty one takes it away", () => {
  const one = withCondition([], source, terms("a"));
  const two = withCondition(one, topics, terms("x"));
  expect(withCondition(two, source, terms("b"))[0]).toEqual({ scope: source, condition: terms("b") });
  expect(withCondition(two, source, terms())).toEqual([{ scope: topics, condition: terms("x") }]);
  expect(withCondition(two, topics, null)).toEqual(one);
});

test("FFI-25 reset takes back filters and sort, but neither words nor likeness", () => {
  const text = { q: "a", field: null };
  const full = asked({
    text,
    similarity,
    filters: withCondition([], source, terms("a")),
    sort: [{ scope: inserted, order: "asc" }],
  });
  expect(withoutFilters(full)).toEqual(asked({ text, similarity }));
});

const item = { id: "", title: "", required: false, datasetId: "d", insertedAt: 1, updatedAt: 1 };
const named = {
  fields: [{ ...item, name: "body", description: null, settings: { type: "text", useMarkdown: false } }],
  questions: [{ ...item, name: "topics", description: null, settings: { type: "text", useMarkdown: false } }],
  properties: [{ ...item, name: "source", visibleForAnnotators: true, settings: { type: "terms", values: ["a"] } }],
  vectors: [{ ...item, name: "text", dimensions: 3 }],
} as const;

test("VST-06 criteria that name what the dataset does not have go on without it", () => {
  const known = asked({
    text: { q: "a", field: "body" },
    filters: [{ scope: source, condition: terms("a") }],
    sort: [
      { scope: topics, order: "asc" },
      { scope: inserted, order: "asc" },
    ],
    similarity,
  });
  expect(knownCriteria(known, named)).toEqual(known);
  expect(
    knownCriteria(
      asked({
        text: { q: "a", field: "gone" },
        filters: [
          { scope: { ...source, property: "gone" }, condition: terms("a") },
          { scope: source, condition: { type: "range", ge: 1, le: null } },
          { scope: { ...topics, question: "gone" }, condition: terms("a") },
        ],
        sort: [
          { scope: { ...source, property: "gone" }, order: "asc" },
          { scope: inserted, order: "asc" },
        ],
        similarity: { ...similarity, vector: "gone" },
      }),
      named,
    ),
  ).toEqual(asked({ text: { q: "a", field: null }, sort: [{ scope: inserted, order: "asc" }] }));
  expect(refersToDataset(known)).toBe(true);
  expect(refersToDataset(asked({ text: { q: "a", field: null }, sort: [{ scope: inserted, order: "asc" }] }))).toBe(
    false,
  );
});

test("FQU-20 where answers move records within the list, each answered record counts as gone from its place", () => {
  const record = (id: string) => ({
    record: { id, metadata: null, externalId: null, datasetId: "d", insertedAt: 1, updatedAt: 1 },
    response: null,
    queryScore: null,
  });
  const queue = loadQueue("pending", 1, { items: [record("a"), record("b")], total: 9 });
  const answered = respond(queue, "a", null);
  const plain = fetchSettings(PENDING_RECORDS, null);
  const moving = fetchSettings(asked({ sort: [{ scope: topics, order: "asc" }] }), null);
  expect(fetchWindow(answered, 3, plain, new Set()).start).toBe(3);
  expect(fetchWindow(answered, 3, moving, new Set()).start).toBe(2);
  expect(fetchSettings(asked({ similarity }), 25)).toMatchObject({ mode: "bulk", many: 25, similar: 50 });
});
