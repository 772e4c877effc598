import { afterAll, beforeAll, expect, test } from "vitest";
import { countValues } from "../src/records/found-records.ts";
import type { Search } from "../src/records/search.ts";
import { setOf } from "../src/records/seq-set.ts";
import { metadataTarget } from "../src/storage/feedback-family.ts";
import { derivedSource, type ValueSource } from "../src/storage/value-sources.ts";
import { bulkCreateRecords } from "../src/usecases/feedback/add-records.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { addSearchable } from "./support/search-dataset.ts";

/** The cost of a facet: the steps of its statements, and the data that crosses between SQLite and the code. */

const SIZE = 3000;
/** All records have a `lang`; this many have an `n`. */
const RARE = 6;

let store: MemoryStore;
let datasetId: string;
let sources: { readonly [name: string]: ValueSource };
beforeAll(async () => {
  store = await openMemoryStore();
  ({ datasetId } = await addSearchable(store, "facets"));
  const records = Array.from({ length: SIZE }, (_, index) => ({
    fields: { q: "words", a: null },
    metadata: { lang: `l${index % 20}`, ...(index % (SIZE / RARE) === 1 ? { n: index } : {}) },
    externalId: null,
    suggestions: [],
    responses: [],
    vectors: {},
  }));
  for (let from = 0; from < SIZE; from += 500)
    await bulkCreateRecords(store.as(store.owner), { datasetId, records: records.slice(from, from + 500) });
  const properties = await store.db.selectFrom("metadata_property").selectAll().execute();
  const { key } = await dataset();
  sources = Object.fromEntries(
    properties.map((row) => {
      const kind = row.name === "lang" ? "text" : "number";
      return [row.name, derivedSource(key, metadataTarget(row.key), kind, { single: kind === "number" })];
    }),
  );
}, 60_000);
afterAll(() => store.close());

const dataset = () =>
  store.db.selectFrom("dataset").select("key").where("id", "=", datasetId).executeTakeFirstOrThrow();

/** Returns a facet, the characters that crossed for it, and SQLite's steps through the values. */
async function facetOf(name: string, seqs: readonly number[]) {
  const { context, plans } = store.explaining(store.owner);
  const source = sources[name];
  if (!source) throw new Error(`no ${name}`);
  const search: Search = {
    db: context.db,
    datasetKey: source.datasetKey,
    size: SIZE,
    viewerKey: null,
    allowance: { left: 0 },
    trying: { leftMs: 30_000 },
    words: new Map(),
    changes: new Map(),
  };
  const facet = await countValues(search, setOf(SIZE, seqs), { source }, 5);
  const steps = plans.flatMap((plan) => plan.steps).filter((step) => /filter_value|SEARCH v /.test(step));
  return { facet, crossed: plans.reduce((sum, plan) => sum + plan.crossed, 0), steps };
}

const EVERY = Array.from({ length: SIZE }, (_, index) => index);

test("FFI-12 counting values of a few records reads these, however many have such values", async () => {
  const few = await facetOf("lang", [3, 23, 4]);
  expect(few.facet).toEqual({
    counts: [
      { value: "l3", count: 2 },
      { value: "l4", count: 1 },
    ],
    total: 2,
  });
  expect(few.crossed).toBeLessThan(500);
  expect(few.steps.at(-1)).toContain("filter_value_seq (dataset_key=? AND target=? AND seq=?)");
});

test("FFI-12 counting values that few records have reads these, however many records are asked about", async () => {
  const rare = await facetOf("n", EVERY);
  expect(rare.facet.total).toBe(RARE);
  expect(rare.crossed).toBeLessThan(500);
  expect(rare.steps.at(-1)).toContain("(dataset_key=? AND target=?)");
});

test("FFI-12 counting values of all records goes through them once", async () => {
  const all = await facetOf("lang", EVERY);
  expect(all.facet.counts).toHaveLength(5);
  expect(all.facet.counts.every(({ count }) => count === SIZE / 20)).toBe(true);
  expect(all.facet.total).toBe(20);
  expect(all.crossed).toBeLessThan(SIZE * 8);
});
