import { afterAll, beforeAll, expect, test } from "vitest";
import { createPublished, type Draft } from "./support/draft.ts";
import { createPeople, type People } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/start-test-server.ts";

/** The filters that client 2.x writes for `rg.Query(filter=...)`, on records that it logged. */

let server: TestServer;
let people: People;
let draft: Draft;
/** By external id. */
const records = new Map<string, { readonly id: string; readonly inserted_at: string }>();

const SUGGESTED = [
  ["a", "model"],
  ["b", "human"],
  ["c", null],
] as const;

beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  const { owner } = people.clients;
  draft = await createPublished(owner, people.workspaceId);
  const items = SUGGESTED.map(([external_id, type]) => ({
    external_id,
    fields: { text: external_id },
    suggestions: [{ question_id: draft.questionId, value: "good", type }],
  }));
  const body = { items: [...items, { fields: { text: "nothing more" } }] };
  const made = await owner.must("bulkUpsertRecords", { params: { dataset_id: draft.datasetId }, body });
  for (const one of made.items) records.set(one.external_id ?? "", one);
});
afterAll(() => server.close());

const idOf = (name: string): string => records.get(name)?.id ?? "";
const insertedAt = (name: string): string => records.get(name)?.inserted_at ?? "";
const ROUTES = ["searchRecords", "searchMyRecords"] as const;

async function search(route: (typeof ROUTES)[number], ...and: readonly unknown[]) {
  const body = { query: null, filters: { type: "and", and } };
  return people.clients.owner.call(route, { params: { dataset_id: draft.datasetId }, body });
}

/** The external ids of the records that both calls find, in their order. */
async function found(...and: readonly unknown[]): Promise<string[]> {
  const { owner } = people.clients;
  const body = { query: null, filters: { type: "and", and } };
  const names = async (route: (typeof ROUTES)[number]) => {
    const page = await owner.must(route, { params: { dataset_id: draft.datasetId }, body });
    expect(page.total).toBe(page.items.length);
    return page.items.map(({ record }) => record.external_id ?? "").sort();
  };
  const [all, own] = [await names("searchRecords"), await names("searchMyRecords")];
  expect(own).toEqual(all);
  return all;
}

const terms = (scope: object, ...values: unknown[]) => ({ type: "terms", values, scope });
const range = (scope: object, bounds: object) => ({ type: "range", ge: null, le: null, ...bounds, scope });
const ofRecord = (property: string) => ({ entity: "record", property });

test("API-60 records are found by the ids of the caller, and by their own in any spelling", async () => {
  expect(await found(terms(ofRecord("external_id"), "a"))).toEqual(["a"]);
  expect(await found(terms(ofRecord("external_id"), "c", "a", "unknown", 7))).toEqual(["a", "c"]);
  expect(await found(terms(ofRecord("external_id"), "A"))).toEqual([]);
  expect(await found(terms(ofRecord("id"), idOf("b")))).toEqual(["b"]);
  expect(await found(terms(ofRecord("id"), idOf("b").toUpperCase(), idOf("")))).toEqual(["", "b"]);
  expect(await found(terms(ofRecord("id"), "b"))).toEqual([]);
  expect(await found(terms(ofRecord("id"), idOf("b")), terms(ofRecord("external_id"), "a"))).toEqual([]);
});

test("API-60 a record of another dataset is not found by its id", async () => {
  const { owner } = people.clients;
  const other = await createPublished(owner, people.workspaceId);
  const body = { items: [{ external_id: "a", fields: { text: "elsewhere" } }] };
  const made = await owner.must("bulkUpsertRecords", { params: { dataset_id: other.datasetId }, body });
  expect(await found(terms(ofRecord("id"), made.items[0]?.id))).toEqual([]);
});

test("API-60 a record is completed as long as anybody has submitted an answer, whoever asks", async () => {
  const { admin } = people.clients;
  const completed = terms(ofRecord("status"), "completed");
  const pending = terms(ofRecord("status"), "pending");
  const values = { mood: { value: "good" } };
  const answer = (name: string, status: string) =>
    admin.must("createResponse", { params: { record_id: idOf(name) }, body: { values, status } });
  expect(await found(completed)).toEqual([]);
  const submitted = await answer("a", "submitted");
  await answer("b", "draft");
  await answer("c", "discarded");
  expect(await found(completed)).toEqual(["a"]);
  expect(await found(pending)).toEqual(["", "b", "c"]);
  expect(await found(terms(ofRecord("status"), "pending", "completed"))).toEqual(["", "a", "b", "c"]);
  expect(await found(completed, pending)).toEqual([]);
  // The caller's own answers are another matter.
  const own = await search("searchMyRecords", completed, terms({ entity: "response", property: "status" }, "pending"));
  expect(own.body).toMatchObject({ total: 1 });
  await admin.must("deleteResponse", { params: { response_id: submitted.id } });
  expect(await found(completed)).toEqual([]);
});

test("API-60 times are bounds of ranges in ISO 8601, with or without a zone; a date is its whole day", async () => {
  const at = ofRecord("inserted_at");
  const all = ["", "a", "b", "c"];
  expect(await found(range(at, { ge: insertedAt("b") }))).toEqual(["", "b", "c"]);
  expect(await found(range(at, { le: `${insertedAt("b")}Z` }))).toEqual(["a", "b"]);
  expect(await found(range(at, { ge: insertedAt("b"), le: `${insertedAt("b")}+00:00` }))).toEqual(["b"]);
  expect(await found(terms(at, `${insertedAt("b")}+00:00`))).toEqual(["b"]);
  expect(await found(range(ofRecord("updated_at"), { ge: "2020-01-01", le: "2999-12-31T23:59:59-08:00" }))).toEqual(
    all,
  );
  const day = (name: string) => insertedAt(name).slice(0, 10);
  expect(await found(range(at, { ge: day("a"), le: day("") }))).toEqual(all);
  expect(await found(range(at, { le: "2020-01-01" }))).toEqual([]);
  // In milliseconds, as before.
  expect(await found(range(at, { ge: Date.parse(`${day("a")}T00:00:00Z`) }))).toEqual(all);
});

test("API-60 records are found by the type of a suggestion", async () => {
  const type = { entity: "suggestion", question: "mood", property: "type" };
  expect(await found(terms(type, "model"))).toEqual(["a"]);
  expect(await found(terms(type, "human", "model"))).toEqual(["a", "b"]);
  expect(await found(terms(type, "other"))).toEqual([]);
  expect(await found(terms(type, "model"), terms(ofRecord("external_id"), "a", "b"))).toEqual(["a"]);
});

const score = { entity: "suggestion", question: "mood", property: "score" };
test.each<readonly [string, object, string]>([
  [
    "a status that is none",
    terms(ofRecord("status"), "done"),
    "'done' is not a record status; there are completed, pending",
  ],
  ["a range of statuses", range(ofRecord("status"), { ge: 1 }), "'status' of a record cannot be filtered by a range"],
  [
    "a range of ids",
    range(ofRecord("external_id"), { ge: 1 }),
    "'external_id' of a record cannot be filtered by a range",
  ],
  [
    "a range of types",
    range({ entity: "suggestion", question: "mood", property: "type" }, { ge: 1 }),
    "'type' of a suggestion cannot be filtered by a range",
  ],
  ["a time that is none", range(ofRecord("inserted_at"), { ge: "2024-02-30" }), "value is not a valid float"],
  ["a time for a score", range(score, { ge: "2024-01-01" }), "a time can only be a bound of 'inserted_at'"],
  [
    "a time after the last",
    range(ofRecord("inserted_at"), { ge: "2024-01-02", le: "2024-01-01" }),
    "less than or equal",
  ],
  ["another part of a record", terms(ofRecord("metadata"), "x"), "permitted: 'id', 'external_id', 'status'"],
])("API-60 API-31 %s: 422 with its reason", async (_, filter, reason) => {
  for (const route of ROUTES) {
    const { status, body } = await search(route, filter);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(reason);
  }
});
