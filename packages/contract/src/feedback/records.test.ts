import { expect, test } from "vitest";
import { wireErrors } from "../wire/leaf.ts";
import { newRecord, RecordsToUpsert, recordRoutes, recordUpsert } from "./records.ts";
import { ShownHeaders } from "./responses.ts";

const RecordsToCreateInBulk = recordRoutes.bulkCreateRecords.body;
const TEXT = { fields: { text: "x" } };
const USER = "0190f2c4-0000-7000-8000-000000000001";

function refused(schema: typeof RecordsToCreateInBulk | typeof RecordsToUpsert, body: unknown): string[] {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return [];
  return wireErrors(result.error.issues, "body").map(({ loc, msg }) => `${loc.slice(1).join("/")}: ${msg}`);
}
const oneRefused = (item: unknown) =>
  refused(RecordsToCreateInBulk, { items: [item] }).map((text) => text.replace("items/0/", ""));

test("FEN-26 nothing but the fields is needed, and null is nothing", () => {
  const read = RecordsToCreateInBulk.parse({
    items: [TEXT, { ...TEXT, metadata: null, suggestions: null, vectors: null, external_id: 7 }],
  });
  const plain = { ...TEXT, metadata: null, externalId: null, responses: [], suggestions: [], vectors: {} };
  expect(read.items.map(newRecord)).toEqual([plain, { ...plain, externalId: "7" }]);
  const [upsert] = RecordsToUpsert.parse({ items: [{ id: USER.toUpperCase() }] }).items.map(recordUpsert);
  const { metadata: _, ...noMetadata } = plain;
  expect(upsert).toEqual({ ...noMetadata, id: USER, fields: null });
});

test("API-33 errors of records come in the order of the keys, at their places", () => {
  expect(oneRefused({ suggestions: [{}], responses: [{ status: "draft" }], external_id: {}, metadata: 1 })).toEqual([
    "fields: field required",
    "metadata: value is not a valid dict",
    "external_id: str type expected",
    "responses/0/user_id: field required",
    "responses/0/values: field required",
    "suggestions/0/question_id: field required",
    "suggestions/0/value: field required",
  ]);
  expect(oneRefused({ fields: { a: 1, b: null, c: "\u0000" } })).toEqual([
    "fields/a: str type expected",
    "fields/c: NUL characters are not allowed",
  ]);
  expect(oneRefused({ ...TEXT, vectors: { v: [1, "2", "x", null], w: 1 } })).toEqual([
    "vectors/v/2: value is not a valid float",
    "vectors/v/3: none is not an allowed value",
    "vectors/w: value is not a valid list",
  ]);
});

test("API-33 metadata may not hold what JSON cannot, however deep", () => {
  expect(oneRefused({ ...TEXT, metadata: { a: { b: [Number.POSITIVE_INFINITY] } } })).toEqual([
    "metadata: NaN is not allowed as metadata value, found NaN for key 'a'",
  ]);
  expect(oneRefused({ ...TEXT, metadata: { a: ["\ud800"] } })).toEqual(["metadata: lone surrogates are not allowed"]);
  expect(oneRefused({ ...TEXT, metadata: { "\u0000": 1 } })).toEqual(["metadata: NUL characters are not allowed"]);
});

test("FEN-28 a record has one response per user, a call one record per external id", () => {
  const response = { user_id: USER, status: "discarded" };
  expect(oneRefused({ ...TEXT, responses: [response, response] })).toEqual([
    `responses: 'responses' contains several responses for the same user_id='${USER}'`,
  ]);
  const twice = {
    items: [
      { ...TEXT, external_id: "" },
      { ...TEXT, external_id: "" },
    ],
  };
  for (const schema of [RecordsToCreateInBulk, RecordsToUpsert]) {
    expect(refused(schema, twice)).toEqual(["items: External IDs must be unique"]);
  }
});

test("FEN-31 scores lie between 0 and 1, one or a list that is not empty", () => {
  const scored = (score: unknown) =>
    oneRefused({ ...TEXT, suggestions: [{ question_id: USER, value: "a", score }] }).length;
  for (const good of [0, 1, "0.5", [0.1, 1], null]) expect(scored(good)).toBe(0);
  for (const bad of [1.5, -0.1, [], [2], "high", {}]) expect(scored(bad)).toBe(1);
});

test("FRS-10 how long a record was shown is read when it makes sense, a day at most, and passed over otherwise", () => {
  const shown = (value: unknown) => ShownHeaders.parse({ "x-postil-shown-ms": value })["x-postil-shown-ms"];
  expect(["0", "1500", "999999999999"].map(shown)).toEqual([0, 1500, 86_400_000]);
  for (const bad of ["", "-1", "1.5", "soon", ["1", "2"], "1".repeat(40)]) expect(shown(bad)).toBeNull();
  expect(ShownHeaders.parse({})).toEqual({});
});

test("API-31 of a map with millions of mistakes a thousand are told", () => {
  const many = (value: unknown) => Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, value]));
  const parts = [
    { fields: many(1) },
    { ...TEXT, metadata: many("\ud800") },
    { ...TEXT, vectors: many(1) },
    { ...TEXT, vectors: { v: Array(5000).fill("x") } },
    { ...TEXT, responses: [{ user_id: USER, status: "draft", values: many(null) }] },
  ];
  for (const item of parts) expect(oneRefused(item), Object.keys(item).join()).toHaveLength(1000);
});
