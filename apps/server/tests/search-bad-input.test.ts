import { afterAll, beforeAll, expect, test } from "vitest";
import {
  by,
  type Found,
  filters,
  find,
  many,
  metadata,
  ROUTES,
  range,
  type SearchSetup,
  STATUS,
  search,
  setSearchSetup,
  terms,
  text,
  vector,
} from "./support/search-calls.ts";

/**
 * Well-formed searches that make no sense in the dataset. The server refuses them with the contract's words (api-v1 9),
 * or they match nothing.
 */

const NO_ID = "11111111-2222-4333-8444-555555555555";

let setup: SearchSetup;
beforeAll(async () => {
  setup = await setSearchSetup();
});
afterAll(() => setup.server.close());

const datasetId = () => setup.world.main.datasetId;
const UNKNOWN_QUESTION = () => `Question with name \`zz\` not found for dataset with id \`${datasetId()}\``;
const UNKNOWN_PROPERTY = () => `Metadata property with name \`zz\` not found for dataset with id \`${datasetId()}\``;
const unknown = { entity: "response", question: "zz" };

/** Well-formed bodies that make no sense in this dataset, with the expected detail or a part of our detail. */
type Senseless = readonly [what: string, body: () => object, detail: () => string];
const SENSELESS: readonly Senseless[] = [
  [
    "an unknown field",
    () => text({ q: "a", field: "zz" }),
    () => `Field \`zz\` not found in dataset \`${datasetId()}\`.`,
  ],
  ["an unknown field beside no words", () => text({ q: "!", field: "zz" }), () => "Field `zz` not found"],
  [
    "an unknown vector",
    () => ({ query: { vector: { name: "zz", value: [1] } } }),
    () => `Vector \`zz\` not found in dataset \`${datasetId()}\`.`,
  ],
  ["an unknown question", () => filters(terms(unknown)), UNKNOWN_QUESTION],
  [
    "an unknown suggested question",
    () => filters(range({ ge: 0 }, { ...unknown, entity: "suggestion" })),
    UNKNOWN_QUESTION,
  ],
  ["an unknown property", () => filters(terms(metadata("zz"))), UNKNOWN_PROPERTY],
  ["a property of no name", () => filters(terms(metadata(""))), () => "Metadata property with name `` not found"],
  ["a sort by an unknown question", () => by(unknown), UNKNOWN_QUESTION],
  ["a sort by an unknown property", () => by(metadata("zz")), UNKNOWN_PROPERTY],
  [
    "a sort by an unknown property beside a vector",
    () => ({ ...vector({ value: [1, 2, 3] }), ...by(metadata("zz")) }),
    UNKNOWN_PROPERTY,
  ],
  ["a property called like a part of every object", () => filters(terms(metadata("__proto__"))), () => "not found"],
  ["a status that is none", () => filters(terms(STATUS, ["done"])), () => "'done' is not a response status"],
  ["a range of statuses", () => filters(range({ ge: 1 }, STATUS)), () => "cannot be filtered by a range"],
  ["a sort by status", () => by(STATUS), () => "cannot be sorted by the status"],
  ["a sort by nothing of a response", () => by({ entity: "response" }), () => "cannot be sorted by the status"],
  ["too few numbers", () => vector({ value: [1, 2] }), () => "has 3 dimensions"],
  ["too many numbers", () => vector({ value: many(100_000, 1) }), () => "has 3 dimensions"],
  ["a vector of zeros", () => vector({ value: [0, "0", -0] }), () => "zeros"],
  [
    "an unknown record",
    () => vector({ record_id: NO_ID }),
    () => `Record with id \`${NO_ID}\` not found in dataset \`${datasetId()}\`.`,
  ],
  [
    "another dataset's record",
    () => vector({ record_id: setup.foreign }),
    () => `Record with id \`${setup.foreign}\` not found in dataset \`${datasetId()}\`.`,
  ],
];

test.each(SENSELESS)("FFI-12 FFI-14 API-31 %s: 422 with its reason", async (_, body, detail) => {
  for (const route of ROUTES) {
    const reply = await search(setup, route, body());
    expect(reply.status, JSON.stringify(reply.body)).toBe(422);
    expect(reply.body).toEqual({ detail: expect.stringContaining(detail()) });
  }
});

test("API-31 FFI-12 of two things that the dataset does not have the first in the order of the contract is told", async () => {
  const filter = (scope: unknown) => terms(scope);
  const faults: readonly (readonly [what: string, part: object, query: string, detail: string])[] = [
    ["a filter", filters(filter(metadata("zz")), filter(unknown)), "", UNKNOWN_PROPERTY()],
    ["a later filter", filters(filter(unknown)), "", UNKNOWN_QUESTION()],
    ["a sort", by(metadata("yy")), "", "Metadata property with name `yy` not found"],
    ["vector settings", { vector: { name: "zz", value: [1] } }, "", "Vector `zz` not found"],
    ["a reference record", { vector: { name: "mini", record_id: NO_ID } }, "", `Record with id \`${NO_ID}\` not found`],
    ["its vector", { vector: { name: "mini", record_id: setup.bare } }, "", "does not have a vector"],
    ["a text field", { text: { q: "a", field: "zz" } }, "", "Field `zz` not found"],
    ["sort_by", {}, "?sort_by=metadata.xx:asc", "Provided metadata property in 'sort_by' query param 'xx' not found"],
  ];
  const pairs = faults.flatMap((first, index) => faults.slice(index + 1).map((second) => ({ first, second })));
  const both = pairs.filter(
    ({ first, second }) => !Object.keys(first[1]).some((part) => Object.hasOwn(second[1], part)),
  );
  for (const { first, second } of both) {
    const [earlier, one, query, detail] = first;
    const [later, other, otherQuery] = second;
    const { filters: asked, sort: by, ...words } = { filters: undefined, sort: undefined, ...other, ...one };
    for (const route of ROUTES) {
      const body = { filters: asked, sort: by, query: words };
      const reply = await search(setup, route, body, query || otherQuery);
      expect([earlier, later, reply.status, JSON.stringify(reply.body)]).toEqual([
        earlier,
        later,
        422,
        expect.stringContaining(detail),
      ]);
    }
  }
});

test("FFI-14 a reference record without that vector is refused in a shape of its own", async () => {
  for (const route of ROUTES) {
    const message = `Record \`${setup.bare}\` does not have a vector for vector settings \`mini\``;
    const reply = await search(setup, route, vector({ record_id: setup.bare }));
    expect(reply).toEqual({ status: 422, body: { code: "missing_vector", message, detail: message } });
  }
});

const record = { entity: "record", property: "inserted_at" };
/** Valid searches that match nothing (search-semantics 2.1 and 2.3), some of which give a 500 in the reference. */
const EMPTY: readonly (readonly [what: string, body: object])[] = [
  ["words for a number", filters(terms(metadata("integer"), ["two", "", " ", "NaN", "Infinity", "0x", "1e999"]))],
  ["a range of words", filters(range({ ge: 0, le: 1 }, metadata("lang")))],
  ["a range of labels", filters(range({ ge: -1e308, le: 1e308 }, { entity: "suggestion", question: "mood" }))],
  ["a ranking by its values", filters(terms({ entity: "suggestion", question: "ranking" }, ["good"]))],
  ["a written answer", filters(terms({ entity: "response", question: "text" }, ["words"]))],
  ["a response by nothing", filters(terms({ entity: "response" }, ["submitted"]))],
  ["a response's range by nothing", filters(range({ ge: 0 }, { entity: "response" }))],
  ["times that are none", filters(terms(record, ["yesterday", "", "2024-13-45T99:99:99", "1"]))],
  ["a time before all", filters(range({ le: -1e300 }, record))],
  ["a time after all", filters(range({ ge: 1e300 }, record))],
  ["250 values nobody has", filters(terms(metadata("lang"), many(250, "zz")))],
  [
    "50 filters that exclude each other",
    filters(...many(49, terms(metadata("lang"), ["en"])), terms(metadata("lang"), ["zz"])),
  ],
];

test.each(EMPTY)("FFI-12 API-31 %s: nothing is found", async (_, body) => {
  for (const route of ROUTES)
    expect(await search(setup, route, body)).toEqual({ status: 200, body: { items: [], total: 0 } });
});

test("API-35 a page beyond the window is refused", async () => {
  for (const route of ROUTES) {
    const { status, body } = await search(setup, route, {}, "?offset=499951");
    expect([status, body]).toEqual([422, { detail: "offset + limit must not exceed 500000, found 500001" }]);
  }
});

test("FFI-11 FFI-12 an offset past the end leaves the total as it is", async () => {
  for (const route of ROUTES) {
    const { status, body } = await search(setup, route, {}, "?offset=499950");
    expect([status, body]).toEqual([200, { items: [], total: 5 }]);
    expect(await search(setup, route, vector({ value: [1, 2, 3] }), "?offset=9000&limit=1000")).toEqual({
      status: 200,
      body: { items: [], total: 0 },
    });
  }
});

test("FFI-11 a sort by what nobody has answered, or by a text, a ranking or spans, leaves the order of creation", async () => {
  const every = await find(setup, "datasets", {});
  for (const question of ["text", "ranking", "span"]) {
    for (const entity of ["response", "suggestion"]) {
      const found = await find(setup, "datasets", by({ entity, question }, "desc"));
      expect([found.total, ids(found)]).toEqual([5, ids(every)]);
    }
  }
  const own = await find(setup, "me/datasets", by({ entity: "response", question: "mood" }));
  expect(ids(own)).toEqual(ids(every));
});

const ids = ({ items }: Found) => items.map(({ record }) => record.id);

test("FFI-02 numbers as text, an arrow of any length and members nobody knows are taken", async () => {
  for (const value of [
    ["1", " 2 ", "3e0"],
    [1e-300, 2e-300, 3e-300],
    [1e300, 2e300, 3e300],
  ]) {
    const body = { ...vector({ value, max_results: 1e9, unknown: 1 }), type: "and", extra: null };
    const found = await find(setup, "me/datasets", body);
    expect(found.total).toBe(4);
    for (const { query_score } of found.items) expect(query_score).toBeCloseTo(1, 9);
  }
});
