import type { RecordsQuery, SearchQuery } from "@postil/domain/search/record-criteria";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitCopies } from "../src/records/columns/room.ts";
import { recount } from "../src/storage/derived.ts";
import type { Caller } from "../src/storage/store.ts";
import { bulkCreateRecords } from "../src/usecases/feedback/add-records.ts";
import { searchOwnRecords, searchRecords } from "../src/usecases/feedback/find-records.ts";
import { rebuildDerived } from "../src/usecases/upkeep.ts";
import { times } from "./support/effort.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { applyChange, change } from "./support/search-changes.ts";
import { addSearchable, readPlain } from "./support/search-dataset.ts";
import { type AskedQuery, asked, filter, record, sortEntry, toRecord } from "./support/search-drawn.ts";
import { matching, sorted } from "./support/search-oracle.ts";

let store: MemoryStore;
let users: Caller[];
let datasets = 0;
beforeAll(async () => {
  store = await openMemoryStore();
  users = [store.owner, await store.addOwner("second")];
});
afterAll(() => store.close());

/** Returns two pages of the server: the requested one, and one page with all results. */
async function answer(datasetId: string, of: AskedQuery) {
  const search: SearchQuery = { text: of.text, vector: null, filters: of.filters, sort: of.sort };
  const query: RecordsQuery = {
    include: { responses: false, suggestions: false, vectors: "none" },
    statuses: of.statuses,
    metadata: of.parameters,
    sort: [],
    offset: of.offset,
    limit: of.limit,
  };
  const run = of.own ? searchOwnRecords : searchRecords;
  const context = store.as(store.owner);
  const page = await run(context, { datasetId, query, search });
  const whole = await run(context, { datasetId, query: { ...query, offset: 0, limit: 100_000 }, search });
  return { page, whole, query, search, viewerKey: of.own ? store.owner.key : null };
}

async function compare(datasetId: string, plain: Awaited<ReturnType<typeof readPlain>>, of: AskedQuery): Promise<void> {
  const { page, whole, query, search, viewerKey } = await answer(datasetId, of);
  const found = matching(plain, { query, search, viewerKey });
  const ids = whole.items.map((item) => item.record.id);
  const seqOf = (id: string) => plain.seqs.get(id) ?? -1;
  expect([...ids].sort()).toEqual(found.map(({ id }) => id).sort());
  expect([whole.total, page.total]).toEqual([found.length, found.length]);
  expect(page.items.map((item) => item.record.id)).toEqual(ids.slice(of.offset, of.offset + of.limit));
  if (of.sort.length > 0) {
    expect(ids).toEqual(sorted(plain, found, of.sort, viewerKey).map(({ id }) => id));
    expect(whole.items.every(({ queryScore }) => queryScore === null)).toBe(true);
    return;
  }
  for (const [index, item] of whole.items.entries()) {
    const next = whole.items[index + 1];
    if (!next) break;
    const fall = (item.queryScore ?? 0) - (next.queryScore ?? 0);
    expect(fall).toBeGreaterThanOrEqual(0);
    if (fall === 0 && !of.own) expect(seqOf(item.record.id)).toBeLessThan(seqOf(next.record.id));
  }
}

const RUNS = times(110);
/** The number of searches before the changes. After each change one search runs and must see it. */
const QUERIES = 36;
const MOST_CHANGES = 8;

/** Memory limits for copies of values and words: room for all of them, for a few small ones, for none. */
const MEMORIES = [
  ["copies of all values in memory", 2 ** 27, RUNS],
  ["room for few copies", 30_000, Math.ceil(RUNS / 5)],
  ["no copies in memory", 0, RUNS],
] as const;

test.each(MEMORIES)(
  "FFI-01 FFI-03 FFI-04 FFI-05 FFI-06 FFI-07 FFI-08 FFI-09 FFI-10 FFI-11 FFI-12 FFI-13 FQU-04 FQU-06 FQU-07 a search finds, counts and orders what a record-by-record evaluation does, right after every write, with %s",
  {
    timeout: 300_000,
  },
  async (_, bytes, runs) => {
    limitCopies(bytes);
    const asking = { own: 0, everybody: 0, afterWrites: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 25 }),
        fc.array(change, { maxLength: MOST_CHANGES }),
        fc.array(asked, { minLength: QUERIES + MOST_CHANGES, maxLength: QUERIES + MOST_CHANGES }),
        async (drawn, changes, queries) => {
          const made = await addSearchable(store, `d${datasets++}`);
          const { datasetId, questionIds } = made;
          const records = drawn.map((one) => toRecord(questionIds, users, one));
          const added = await bulkCreateRecords(store.as(store.owner), { datasetId, records });
          const ids = added.map(({ id }): string | undefined => id);
          const check = async (some: readonly AskedQuery[]) => {
            const plain = await readPlain(store, datasetId);
            for (const one of some) {
              await compare(datasetId, plain, one);
              asking[one.own ? "own" : "everybody"]++;
            }
          };
          await check(queries.slice(0, QUERIES / 2));
          for (const [index, one] of changes.entries()) {
            await applyChange({ store, users }, ids, made, one);
            await check(queries.slice(QUERIES + index, QUERIES + index + 1));
            asking.afterWrites++;
          }
          await check(queries.slice(QUERIES / 2, QUERIES));
          await check(queries.slice(QUERIES + changes.length));
        },
      ),
      // Shows a failure as drawn: shrinking takes longer than reading the example.
      { numRuns: runs, endOnFailure: true },
    );
    const total = asking.own + asking.everybody;
    console.log(`${total} random searches: ${asking.own} of one's own, ${asking.everybody} of the dataset`);
    expect(total).toBe(runs * (QUERIES + MOST_CHANGES));
    expect(Math.min(asking.own, asking.everybody)).toBeGreaterThan(total / 3);
    expect(asking.afterWrites).toBeGreaterThan(runs);
    expect(await recount(store.db)).toEqual([]);
    await store.db.deleteFrom("filter_value").where("seq", "=", 1).execute();
    expect((await recount(store.db)).length).toBeGreaterThan(0);
    await rebuildDerived(store.as(store.owner));
    expect(await recount(store.db)).toEqual([]);
  },
);

test.each(MEMORIES)(
  "FFI-11 FFI-12 a dataset larger than every bound and chunk of the search answers the same, with %s",
  {
    timeout: 300_000,
  },
  async (memory, bytes) => {
    limitCopies(bytes);
    const { datasetId, questionIds } = await addSearchable(store, `large, ${memory}`);
    const records = fc.sample(record, 4000).map((one) => toRecord(questionIds, users, one));
    for (let from = 0; from < records.length; from += 500)
      await bulkCreateRecords(store.as(store.owner), { datasetId, records: records.slice(from, from + 500) });
    const plain = await readPlain(store, datasetId);
    const queries = fc.sample(asked, times(120));
    for (const [index, one] of queries.entries())
      await compare(datasetId, plain, { ...one, limit: 10 * (index % 7) + 1 });
    // One filter and one sort key: one index counts the matches, the other one finds them.
    const single = fc.sample(fc.tuple(asked, filter, sortEntry), times(120));
    for (const [one, only, key] of single) {
      const rest = { statuses: [], parameters: [], text: null };
      await compare(datasetId, plain, { ...one, ...rest, filters: [only], sort: [key] });
    }
  },
);
