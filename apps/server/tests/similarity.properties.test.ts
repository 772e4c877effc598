import type { Filter, RecordsQuery, SearchQuery, VectorQuery } from "@postil/domain/search/record-criteria";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkCreateRecords, bulkUpsertRecords } from "../src/usecases/feedback/add-records.ts";
import { deleteRecord } from "../src/usecases/feedback/change-records.ts";
import { searchOwnRecords, searchRecords } from "../src/usecases/feedback/find-records.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { addSearchable, DIMENSIONS, readPlain } from "./support/search-dataset.ts";
import { matching, similar } from "./support/search-oracle.ts";

let store: MemoryStore;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

const QUERY: RecordsQuery = {
  include: { responses: false, suggestions: false, vectors: "none" },
  statuses: [],
  metadata: [],
  sort: [],
  offset: 0,
  limit: 50,
};
const component = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(1e200, 1e-200),
);
const vector = fc.array(component, { minLength: DIMENSIONS, maxLength: DIMENSIONS });
const pointing = vector.filter((numbers) => numbers.some((number) => number !== 0));
const drawn = fc.record({ vector: fc.option(vector), n: fc.integer({ min: 0, max: 3 }) });
const NEW = { externalId: null, suggestions: [], responses: [] };

const asked = fc.record({
  own: fc.boolean(),
  like: fc.oneof(fc.nat(40), pointing),
  order: fc.constantFrom("most_similar" as const, "least_similar" as const),
  least: fc.option(fc.integer({ min: 0, max: 3 })),
  text: fc.option(fc.constantFrom("even", "odd", "-odd", "none")),
  offset: fc.nat(6),
  limit: fc.integer({ min: 1, max: 12 }),
});

test("FFI-02 FFI-04 FFI-14 the nearest by cosine among what matches the rest, after every change, page by page", async () => {
  let datasets = 0;
  const asking = { own: 0, everybody: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { minLength: 2, maxLength: 40 }),
      fc.array(asked, { minLength: 10, maxLength: 10 }),
      fc.tuple(fc.nat(39), vector, fc.nat(39)),
      async (records, queries, [changedAt, changed, deletedAt]) => {
        const { datasetId } = await addSearchable(store, `s${datasets++}`);
        const context = store.as(store.owner);
        const made = await bulkCreateRecords(context, {
          datasetId,
          records: records.map((one, index) => ({
            ...NEW,
            fields: { q: index % 2 ? "odd" : "even", a: null },
            metadata: { n: one.n },
            vectors: one.vector ? { v: one.vector } : {},
          })),
        });
        await compareAll(datasetId, queries, asking);
        const change = made[changedAt % made.length]?.id ?? null;
        const update = { ...NEW, id: change, fields: null, vectors: { v: changed } };
        await bulkUpsertRecords(context, { datasetId, records: [update] });
        await deleteRecord(context, { recordId: made[deletedAt % made.length]?.id ?? "", keepDays: 30 });
        await compareAll(datasetId, queries, asking);
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
  const total = asking.own + asking.everybody;
  console.log(
    `${total} random searches for similar records: ${asking.own} of one's own, ${asking.everybody} of the dataset`,
  );
  expect(Math.min(asking.own, asking.everybody)).toBeGreaterThan(400);
});

async function compareAll(
  datasetId: string,
  queries: readonly (typeof asked extends fc.Arbitrary<infer T> ? T : never)[],
  asking: { own: number; everybody: number },
) {
  const plain = await readPlain(store, datasetId);
  for (const { own, like, order, least, text, offset, limit } of queries) {
    const reference = typeof like === "number" ? plain.records[like % plain.records.length] : null;
    const points = reference?.vectors.v?.some((number) => number !== 0);
    if (reference && !points) continue; // the server refuses; tests of bad input check that
    const query: VectorQuery = {
      name: "v",
      order,
      like: reference ? { recordId: reference.id } : { value: like as readonly number[] }, // not a number: a vector
    };
    const filters: Filter[] =
      least === null ? [] : [{ type: "range", scope: { entity: "metadata", property: "n" }, ge: least, le: null }];
    const search: SearchQuery = {
      text: text === null ? null : { q: text, field: null },
      vector: query,
      filters,
      sort: [],
    };
    const run = own ? searchOwnRecords : searchRecords;
    asking[own ? "own" : "everybody"]++;
    const found = await run(store.as(store.owner), { datasetId, query: { ...QUERY, offset, limit }, search });
    const wanted = similar(matching(plain, { query: QUERY, search, viewerKey: null }), plain.records, query);
    const page = wanted.slice(offset, offset + limit);
    expect(found.total).toBe(page.length);
    // Equally near records may differ in the last digit of the naive score. They come in creation order.
    const scores = new Map(wanted.map(({ id, score }) => [id, score]));
    for (const [index, { record, queryScore }] of found.items.entries()) {
      expect(scores.get(record.id)).toBeCloseTo(queryScore ?? -1, 9);
      expect(page[index]?.score).toBeCloseTo(queryScore ?? -1, 9);
    }
    expect(new Set(found.items.map(({ record }) => record.id)).size).toBe(page.length);
  }
}

const refusals: readonly [string, VectorQuery, string][] = [
  [
    "an unknown vector",
    { name: "w", order: "most_similar", like: { value: [1, 2, 3] } },
    "Vector `w` not found in dataset",
  ],
  ["too few numbers", { name: "v", order: "most_similar", like: { value: [1] } }, "has 3 dimensions"],
  ["zeros", { name: "v", order: "most_similar", like: { value: [0, 0, 0] } }, "zeros"],
  [
    "an unknown record",
    { name: "v", order: "most_similar", like: { recordId: "00000000-0000-4000-8000-000000000000" } },
    "Record with id `00000000-0000-4000-8000-000000000000` not found in dataset",
  ],
];

test.each(refusals)("FFI-14 similarity refuses %s", async (_, vector, detail) => {
  const { datasetId } = await addSearchable(store, `refusing ${detail}`);
  const search: SearchQuery = { text: null, vector, filters: [], sort: [] };
  await expect(searchRecords(store.as(store.owner), { datasetId, query: QUERY, search })).rejects.toThrow(detail);
});
