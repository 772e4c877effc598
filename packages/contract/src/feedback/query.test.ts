import { expect, test } from "vitest";
import { RecordsParameters, recordsQuery } from "./query.ts";

/** The server gives parameters as lists. */
const read = (parameters: { [name: string]: string[] }) => recordsQuery(RecordsParameters.parse(parameters));

test("FQU-03 FQU-06 without parameters: the first 50, whatever the status, in the order of the call", () => {
  expect(read({})).toEqual({
    include: { responses: false, suggestions: false, vectors: "none" },
    statuses: [],
    metadata: [],
    sort: [],
    offset: 0,
    limit: 50,
  });
});

test("FQU-06 missing is an older name of pending", () => {
  expect(read({ response_status: ["missing", "draft", "pending"] }).statuses).toEqual(["pending", "draft"]);
});

test("FQU-08 what to include may be repeated and joined; vectors by name", () => {
  const include = (...given: string[]) => read({ include: given }).include;
  expect(include("responses,suggestions", "vectors")).toEqual({ responses: true, suggestions: true, vectors: "all" });
  expect(include("vectors:a,b", "vectors:c", "later:x")).toEqual({
    responses: false,
    suggestions: false,
    vectors: ["a", "b", "c"],
  });
  const form = "'include' query parameter must be of the form 'key1,key2,key3' or 'key:value1,value2,value3'";
  for (const bad of ["", "a:b:c", "vectors:", ":a", "vectors,vectors:v", "responses,"]) {
    expect(() => include(bad), bad).toThrow(form);
  }
  expect(() => include("later")).toThrow("unknown key 'later'");
  expect(() => include("vectors", "vectors:a")).toThrow("at once");
});

test("API-37 an order may be spelt as Python 3.11 writes the member of an enumeration", () => {
  const orders = ["SortOrder.desc", "desc", "SortOrder.asc", "asc"];
  const sort = orders.map((order) => `metadata.n:${order}`);
  expect(read({ sort_by: sort }).sort.map(({ order }) => order)).toEqual(["desc", "desc", "asc", "asc"]);
  for (const order of ["SortOrder.up", "constructor"])
    expect(() => read({ sort_by: [`metadata.n:${order}`] })).toThrow(`'${order}' for field 'metadata.n' is not valid`);
});

test("FQU-07 sorts by times and metadata, with the contract's words for what is neither", () => {
  const sort = (...given: string[]) => read({ sort_by: given }).sort;
  expect(sort("inserted_at,metadata.n", "updated_at:desc")).toEqual([
    { scope: { entity: "record", property: "inserted_at" }, order: "asc" },
    { scope: { entity: "metadata", property: "n" }, order: "asc" },
    { scope: { entity: "record", property: "updated_at" }, order: "desc" },
  ]);
  const says: [given: string, text: string][] = [
    [
      "name",
      "Provided sort field in 'sort_by' query param 'name' is not valid. It must be either 'inserted_at', 'updated_at' or `metadata.metadata-property-name`",
    ],
    ["metadata", "Provided sort field in 'sort_by' query param 'metadata' is not valid."],
    ["metadata.n:up", "Provided sort order in 'sort_by' query param 'up' for field 'metadata.n' is not valid."],
    [
      "inserted_at:asc,desc",
      "'sort_by' query parameter must contain at most 1 values per comma-separated key. 'inserted_at' has 2 values.",
    ],
    [
      "inserted_at:asc,updated_at:desc",
      "'sort_by' query parameter must be of the form 'key1,key2,key3' or 'key:value1,value2,value3'",
    ],
  ];
  for (const [given, text] of says) expect(() => sort(given), given).toThrow(text);
});

test("FQU-03 a metadata parameter is a name and an expression, trimmed", () => {
  expect(read({ metadata: ['n:{"ge":1}', "lang: a b,c "] }).metadata).toEqual([
    { name: "n", expression: '{"ge":1}' },
    { name: "lang", expression: "a b,c" },
  ]);
  for (const bad of ["lang", "lang:", "Lang:x", "", "lang:a\nb"]) {
    expect(RecordsParameters.safeParse({ metadata: [bad] }).success, bad).toBe(false);
  }
  const long = `n:${",".repeat(50_000)}\n`;
  expect(RecordsParameters.safeParse({ metadata: [long] }).success).toBe(false);
});

test("API-35 a page ends within the first 500,000 records", () => {
  expect(read({ offset: ["499000"], limit: ["1000"] }).offset).toBe(499_000);
  expect(() => read({ offset: ["499001"], limit: ["1000"] })).toThrow("must not exceed 500000, found 500001");
  expect(read({ limit: ["7", "9"] }).limit).toBe(9);
});

test("API-36 the parameters of a list have the limits of a search's body", () => {
  const many = (count: number, text: string) => Array.from({ length: count }, () => text);
  expect(read({ sort_by: many(10, "inserted_at"), metadata: many(50, "n:1") }).sort).toHaveLength(10);
  expect(() => read({ sort_by: ["inserted_at,updated_at", ...many(9, "metadata.n:desc")] })).toThrow(
    "'sort_by' query parameter must be given at most 10 times, found 11",
  );
  expect(() => read({ metadata: many(51, "n:1") })).toThrow("at most 50 times, found 51");
});
