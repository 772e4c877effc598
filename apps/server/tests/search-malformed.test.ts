import { afterAll, beforeAll, expect, test } from "vitest";
import {
  by,
  filters,
  many,
  ROUTES,
  range,
  type SearchSetup,
  STATUS,
  search,
  setSearchSetup,
  sort,
  suggestion,
  terms,
  text,
  vector,
} from "./support/search-calls.ts";

/**
 * Makes every member of the search body and each query parameter wrong in every way that the schema refuses
 * (contract api-v1 1.3 A, 9).
 */

const NO_ID = "11111111-2222-4333-8444-555555555555";

let setup: SearchSetup;
beforeAll(async () => {
  setup = await setSearchSetup();
});
afterAll(() => setup.server.close());

type At = readonly (string | number)[];
/** Bodies that the schema refuses, with the place and the code of the error. A string is sent as is. */
type Malformed = readonly [what: string, body: unknown, at: At, type: string];

const QUERY: At = ["query"];
const FIRST: At = ["filters", "and", 0];
const SCOPE = [...FIRST, "scope"];

const MALFORMED: readonly Malformed[] = [
  ["no object", [], [], "type_error.dict"],
  ["a text for a query", { query: "card" }, QUERY, "type_error.dict"],
  ["a text for a text query", text("card"), [...QUERY, "text"], "type_error.dict"],
  ["no q", text({}), [...QUERY, "text", "q"], "value_error.missing"],
  ["q of null", text({ q: null }), [...QUERY, "text", "q"], "type_error.none.not_allowed"],
  ["a list for q", text({ q: ["a"] }), [...QUERY, "text", "q"], "type_error.str"],
  ["NUL in q", text({ q: "a\u0000" }), [...QUERY, "text", "q"], "value_error"],
  ["half a character in q", text({ q: "\ud83d" }), [...QUERY, "text", "q"], "value_error"],
  ["an object for a field", text({ q: "a", field: {} }), [...QUERY, "text", "field"], "type_error.str"],
  ["a list for a vector", { query: { vector: [1, 2, 3] } }, [...QUERY, "vector"], "type_error.dict"],
  [
    "a vector without a name",
    { query: { vector: { value: [1] } } },
    [...QUERY, "vector", "name"],
    "value_error.missing",
  ],
  ["a vector of nothing", vector({}), [...QUERY, "vector", "__root__"], "value_error"],
  ["an empty vector", vector({ value: [] }), [...QUERY, "vector", "__root__"], "value_error"],
  ["both kinds of vector", vector({ value: [1], record_id: NO_ID }), [...QUERY, "vector", "__root__"], "value_error"],
  ["a record id that is none", vector({ record_id: "7" }), [...QUERY, "vector", "record_id"], "type_error.uuid"],
  ["a text for numbers", vector({ value: "123" }), [...QUERY, "vector", "value"], "type_error.list"],
  ["words in a vector", vector({ value: [1, "b", 3] }), [...QUERY, "vector", "value", 1], "type_error.float"],
  ["null in a vector", vector({ value: [null] }), [...QUERY, "vector", "value", 0], "type_error.none.not_allowed"],
  ["an unknown order", vector({ value: [1], order: "near" }), [...QUERY, "vector", "order"], "type_error.enum"],
  ["filters without and", { filters: {} }, ["filters", "and"], "value_error.missing"],
  ["a list for filters", { filters: [] }, ["filters"], "type_error.dict"],
  ["no filters", filters(), ["filters", "and"], "value_error.list.min_items"],
  ["51 filters", filters(...many(51, terms(STATUS, ["draft"]))), ["filters", "and"], "value_error.list.max_items"],
  ["a filter of null", filters(null), FIRST, "type_error.none.not_allowed"],
  ["an unknown type", filters({ ...range({ ge: 1 }), type: "regexp" }), [...FIRST, "type"], "value_error.const"],
  ["no scope", filters({ type: "terms", values: ["a"] }), SCOPE, "value_error.missing"],
  ["no entity", filters(terms({})), SCOPE, "value_error.discriminated_union.missing_discriminator"],
  [
    "an unknown entity",
    filters(terms({ entity: "user" })),
    SCOPE,
    "value_error.discriminated_union.invalid_discriminator",
  ],
  [
    "a record's unknown property",
    filters(terms({ entity: "record", property: "fields" })),
    [...SCOPE, "property"],
    "type_error.enum",
  ],
  [
    "an unknown side of a suggestion",
    filters(terms(suggestion({ property: "id" }))),
    [...SCOPE, "property"],
    "type_error.enum",
  ],
  [
    "a suggestion of no question",
    filters(terms({ entity: "suggestion" })),
    [...SCOPE, "question"],
    "value_error.missing",
  ],
  [
    "metadata of no property",
    filters(terms({ entity: "metadata" })),
    [...SCOPE, "metadata_property"],
    "value_error.missing",
  ],
  ["no values", filters(terms(STATUS, [])), [...FIRST, "values"], "value_error.list.min_items"],
  ["251 values", filters(terms(STATUS, many(251, "draft"))), [...FIRST, "values"], "value_error.list.max_items"],
  ["a text for values", filters(terms(STATUS, "draft")), [...FIRST, "values"], "type_error.list"],
  ["an object among values", filters(terms(STATUS, [{}])), [...FIRST, "values", 0], "type_error.str"],
  ["a range without bounds", filters(range({})), [...FIRST, "__root__"], "value_error"],
  ["ge above le", filters(range({ ge: 2, le: 1 })), [...FIRST, "__root__"], "value_error"],
  ["words for a bound", filters(range({ ge: "two" })), [...FIRST, "ge"], "type_error.float"],
  ["a list for a bound", filters(range({ le: [1] })), [...FIRST, "le"], "type_error.float"],
  [
    "NaN for a bound",
    JSON.stringify(filters(range({ ge: 7 }))).replace("7", "NaN"),
    [...FIRST, "ge"],
    "type_error.float",
  ],
  [
    "a bound beyond numbers",
    JSON.stringify(filters(range({ le: 7 }))).replace("7", "1e400"),
    [...FIRST, "le"],
    "type_error.float",
  ],
  [
    "Infinity in a vector",
    JSON.stringify(vector({ value: [1, 7, 3] })).replace("7", "-Infinity"),
    [...QUERY, "vector", "value", 1],
    "type_error.float",
  ],
  ["no sort entries", sort(), ["sort"], "value_error.list.min_items"],
  ["11 sort entries", sort(...many(11, by(STATUS).sort[0])), ["sort"], "value_error.list.max_items"],
  ["an object for a sort", { sort: {} }, ["sort"], "type_error.list"],
  [
    "a sort without order",
    sort({ scope: { entity: "record", property: "inserted_at" } }),
    ["sort", 0, "order"],
    "value_error.missing",
  ],
  [
    "an unknown direction",
    by({ entity: "record", property: "inserted_at" }, "up"),
    ["sort", 0, "order"],
    "type_error.enum",
  ],
  ["a sort without scope", sort({ order: "asc" }), ["sort", 0, "scope"], "value_error.missing"],
  ["a broken body", '{"query": ', [], "json_invalid"],
];

/** For filters the response may list the errors of both kinds (contract api-v1 1.3). */
const refusal = (errors: readonly unknown[]) => ({
  status: 422,
  body: {
    detail: { code: "argilla.api.errors::ValidationError", params: { errors: expect.arrayContaining([...errors]) } },
  },
});

test.each(MALFORMED)("FFI-06 FFI-12 API-31 %s: 422 in the shape of the schema", async (_, body, at, type) => {
  const broken = type === "json_invalid";
  const error = expect.objectContaining(broken ? { type, input: {} } : { loc: ["body", ...at], type });
  for (const route of ROUTES) expect(await search(setup, route, body)).toEqual(refusal([error]));
});

const AT_QUERY: readonly (readonly [query: string, at: At, type: string])[] = [
  ["limit=0", ["limit"], "value_error.number.not_ge"],
  ["limit=1001", ["limit"], "value_error.number.not_le"],
  ["limit=ten", ["limit"], "type_error.integer"],
  ["limit=99999999999999999999", ["limit"], "type_error.integer"],
  ["offset=-1", ["offset"], "value_error.number.not_ge"],
  ["offset=1e3", ["offset"], "type_error.integer"],
  ["response_status=done", ["response_status", 0], "type_error.enum"],
  ["metadata=lang", ["metadata", 0], "value_error.str.regex"],
];

test.each(AT_QUERY)("FFI-12 API-31 ?%s: 422 at the parameter", async (query, at, type) => {
  for (const route of ROUTES) {
    const error = expect.objectContaining({ loc: ["query", ...at], type });
    expect(await search(setup, route, {}, `?${query}`)).toEqual(refusal([error]));
  }
});
