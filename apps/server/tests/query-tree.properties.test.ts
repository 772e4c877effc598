import type { QueryTree } from "@postil/domain/search/query-tree";
import type { RecordsQuery } from "@postil/domain/search/record-criteria";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitCopies } from "../src/records/columns/room.ts";
import { compileTree } from "../src/records/compile-tree.ts";
import { findMatching } from "../src/records/find-matching.ts";
import { findPage } from "../src/records/find-page.ts";
import { countValues } from "../src/records/found-records.ts";
import { resolveField } from "../src/records/registry.ts";
import { searchOf } from "../src/records/search.ts";
import type { Caller } from "../src/storage/store.ts";
import { bulkCreateRecords } from "../src/usecases/feedback/add-records.ts";
import { planRecords } from "../src/usecases/feedback/find-records.ts";
import { feedbackTree, fieldOf } from "../src/usecases/feedback/search-fields.ts";
import { times } from "./support/effort.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { applyChange, change } from "./support/search-changes.ts";
import { addSearchable, readPlain } from "./support/search-dataset.ts";
import { record, scope, sortEntry, toRecord, tree } from "./support/search-drawn.ts";
import { counted, meets, type PlainRecord, type PlainTree, sorted } from "./support/search-oracle.ts";

let store: MemoryStore;
let users: Caller[];
beforeAll(async () => {
  store = await openMemoryStore();
  users = [store.owner, await store.addOwner("second")];
});
afterAll(() => store.close());

const NOTHING_ASKED = { text: null, filters: [], statuses: [] };
const MATCH_ALL: RecordsQuery = {
  include: { responses: false, suggestions: false, vectors: "none" },
  statuses: [],
  metadata: [],
  sort: [],
  offset: 0,
  limit: 100_000,
};

/** Builds the query tree that the engine gets. */
function treeOf(plain: PlainTree): QueryTree {
  if ("and" in plain) return { kind: "and", parts: plain.and.map(treeOf) };
  if ("or" in plain) return { kind: "or", parts: plain.or.map(treeOf) };
  if ("not" in plain) return { kind: "not", part: treeOf(plain.not) };
  if ("filter" in plain) return feedbackTree({ ...NOTHING_ASKED, filters: [plain.filter] });
  if ("words" in plain) return feedbackTree({ ...NOTHING_ASKED, text: plain.words });
  if ("statuses" in plain) return { kind: "status", statuses: plain.statuses };
  if ("exists" in plain) return { kind: "exists", field: fieldOf(plain.exists) };
  const end = (value: number) => ({ value, inclusive: false });
  return { kind: "range", field: fieldOf(plain.within), low: end(plain.above), high: end(plain.below) };
}

const asked = fc.record({
  own: fc.boolean(),
  tree,
  sort: fc.array(sortEntry, { maxLength: 2 }),
  facets: fc.array(scope, { minLength: 1, maxLength: 3 }),
  most: fc.option(fc.integer({ min: 1, max: 3 })),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

async function planOf(datasetId: string, { own, tree: plain, sort }: Asked) {
  const dataset = await store.db
    .selectFrom("dataset")
    .selectAll()
    .where("id", "=", datasetId)
    .executeTakeFirstOrThrow();
  const viewer = own ? { key: store.owner.key, id: store.owner.id } : null;
  const search = { text: { q: "x", field: "q" }, vector: null, filters: [], sort };
  const plan = await planRecords({ db: store.db }, { ...dataset, active_at: null }, viewer, MATCH_ALL, search);
  return { ...plan, tree: treeOf(plain) };
}

const RUNS = times(200);
const QUERIES = 12;
/** After each change one of the queries runs and must see it. */
const MOST_CHANGES = 5;
let datasets = 0;

/** Memory limits for copies of values: room for all of them, for a few small ones, for none. */
const MEMORIES = [
  ["copies of all values in memory", 2 ** 27],
  ["room for few copies", 30_000],
  ["no copies in memory", 0],
] as const;

test.each(MEMORIES)(
  "FFI-12 FFI-13 a tree of and, or and not finds, orders and counts by value what a record-by-record evaluation does, right after every write, with %s",
  { timeout: 300_000 },
  async (_, bytes) => {
    limitCopies(bytes);
    const compared = { trees: 0, found: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 25 }),
        fc.array(asked, { minLength: QUERIES, maxLength: QUERIES }),
        fc.array(change, { maxLength: MOST_CHANGES }),
        async (drawn, queries, changes) => {
          const made = await addSearchable(store, `t${datasets++}`);
          const { datasetId, questionIds } = made;
          const records = drawn.map((one) => toRecord(questionIds, users, one));
          const added = await bulkCreateRecords(store.as(store.owner), { datasetId, records });
          const ids = added.map(({ id }): string | undefined => id);
          const check = async (some: readonly Asked[]) => {
            const plain = await readPlain(store, datasetId);
            for (const one of some) compared.found += await compare(plain, await planOf(datasetId, one), one);
            compared.trees += some.length;
          };
          await check(queries.slice(MOST_CHANGES));
          for (const [index, one] of changes.entries()) {
            await applyChange({ store, users }, ids, made, one);
            await check(queries.slice(index, index + 1));
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    console.log(`${compared.trees} random trees, ${compared.found} records found`);
    expect(compared.trees).toBeGreaterThan(RUNS * 8);
    expect(compared.found).toBeGreaterThan(compared.trees);
  },
);

type Plain = Awaited<ReturnType<typeof readPlain>>;

/** Returns the number of matching records. */
async function compare(plain: Plain, plan: Awaited<ReturnType<typeof planOf>>, of: Asked): Promise<number> {
  const viewerKey = of.own ? store.owner.key : null;
  const wanted = plain.records.filter((one) => meets(plain, of.tree, one, viewerKey));
  const seqsOf = (records: readonly PlainRecord[]) => records.map(({ id }) => plain.seqs.get(id) ?? -1);
  const { seqs, total } = await findPage(store, plan);
  expect(total).toBe(wanted.length);
  if (of.sort.length > 0) expect(seqs).toEqual(seqsOf(sorted(plain, wanted, of.sort, viewerKey)));
  else expect([...seqs].sort((a, b) => a - b)).toEqual(seqsOf(wanted));
  const search = searchOf(store.db, plan);
  const { set } = await findMatching(search, compileTree(plan.registry, plan.tree), false);
  for (const facet of of.facets) {
    const target = resolveField(plan.registry, fieldOf(facet));
    const counts = counted(plain, facet, wanted, viewerKey);
    const found = target.kind === "values" ? await countValues(search, set, target, of.most) : { counts: [], total: 0 };
    expect(found).toEqual({ counts: counts.slice(0, of.most ?? counts.length), total: counts.length });
  }
  return wanted.length;
}
