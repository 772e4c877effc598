import { LoggedTextRecords } from "@postil/contract/tasks/records";
import { EVERY_TASK_RECORD } from "@postil/domain/search/task-query";
import type { TaskSortEntry } from "@postil/domain/search/task-sort";
import { parseDocument, type TextClassificationDocument } from "@postil/domain/tasks/task-record";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitCopies } from "../src/records/columns/room.ts";
import { documentOf, lastLogOf } from "../src/storage/task-records.ts";
import { createTaskDataset } from "../src/usecases/tasks/datasets.ts";
import { searchTaskRecords } from "../src/usecases/tasks/find-records.ts";
import { logTaskRecords } from "../src/usecases/tasks/log-records.ts";
import { scanTaskRecords } from "../src/usecases/tasks/scan-records.ts";
import { times } from "./support/effort.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { type Clause, query, record, writtenClauses } from "./support/task-query-drawn.ts";
import { holdsAll, type PlainRecord } from "./support/task-query-oracle.ts";

let store: MemoryStore;
let datasets = 0;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

type Drawn = typeof record extends fc.Arbitrary<infer T> ? T : never;

async function addDataset() {
  const at = { workspace: "first", name: `d${datasets++}`, task: "TextClassification" } as const;
  await createTaskDataset(store.as(store.owner), { ...at, tags: {}, metadata: {} });
  return at;
}
type At = Awaited<ReturnType<typeof addDataset>>;

async function log(at: At, drawn: readonly Drawn[]): Promise<void> {
  const { records } = LoggedTextRecords.parse({ records: drawn });
  await logTaskRecords(store.as(store.owner), { ...at, tags: {}, metadata: {}, records });
}

/** Reads the stored records by id. */
async function readPlain({ name }: At): Promise<ReadonlyMap<string, PlainRecord>> {
  const { key } = await store.db
    .selectFrom("task_dataset")
    .select("key")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  const rows = await store.db.selectFrom("task_record").selectAll().where("dataset_key", "=", key).execute();
  return new Map(
    // The test logged only documents of this type.
    rows.map((row) => [row.id, { document: documentOf(row) as TextClassificationDocument, last: lastLogOf(row) }]),
  );
}

async function search(at: At, text: string, sort: readonly TaskSortEntry[] = []): Promise<string[]> {
  const asked = { ...at, query: { ...EVERY_TASK_RECORD, text }, sort, from: 0, limit: 1000, metrics: false };
  const { total, records } = await searchTaskRecords(store.as(store.owner), asked);
  expect(total).toBe(records.length);
  return records.map(({ json }) => String(parseDocument(json).id));
}

type Plain = ReadonlyMap<string, PlainRecord>;

/** Returns the expected and the found records if they differ. */
async function differenceOf(at: At, plain: Plain, clauses: readonly Clause[]) {
  const text = writtenClauses(clauses);
  const wanted = [...plain].filter(([, one]) => holdsAll(clauses, one) === true).map(([id]) => id);
  const found = await search(at, text);
  return found.sort().join() === wanted.sort().join() ? null : { text, wanted, found };
}

/** On a difference it reports the smallest part of the query that differs by itself. */
async function compare(at: At, plain: Plain, clauses: readonly Clause[]): Promise<void> {
  const difference = await differenceOf(at, plain, clauses);
  if (difference === null) return;
  for (const { of } of clauses) {
    if ("group" in of) await compare(at, plain, of.group);
    if (clauses.length > 1) await compare(at, plain, [{ operator: "", mark: "", of }]);
  }
  expect(difference).toBe(null);
}

const RUNS = times(40);
const QUERIES = 230;

test.each([
  ["copies of all values in memory", 2 ** 27, RUNS],
  ["no copies in memory", 0, Math.ceil(RUNS / 9)],
])(
  "TSE-22 ten thousand queries in the query-string language find what a record-by-record evaluation does, with %s",
  { timeout: 300_000 },
  async (_, bytes, runs) => {
    limitCopies(bytes);
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 14 }),
        fc.array(record, { maxLength: 4 }),
        fc.array(query, { minLength: QUERIES, maxLength: QUERIES }),
        async (drawn, later, queries) => {
          const at = await addDataset();
          await log(at, drawn);
          const before = await readPlain(at);
          for (const one of queries.slice(0, QUERIES / 2)) await compare(at, before, one);
          await log(at, later);
          const after = await readPlain(at);
          for (const one of queries.slice(QUERIES / 2)) await compare(at, after, one);
          asked += queries.length;
        },
      ),
      // Shows a failure as drawn: shrinking takes longer than reading the example.
      { numRuns: runs, endOnFailure: true },
    );
    console.log(`${asked} random queries`);
    expect(asked).toBe(runs * QUERIES);
  },
);

const sortEntry: fc.Arbitrary<TaskSortEntry> = fc.record({
  id: fc.constantFrom(
    ...["id", "status", "score", "metadata.n", "metadata.list", "metadata.day", "metadata.nope", "annotated_as"],
    ...["predicted", "predicted_by", "event_timestamp", "metadata.flag"],
  ),
  order: fc.constantFrom("asc", "desc"),
});

test("TSE-23 loading page after page brings every record that matches once, in the order of the search, among equals too", async () => {
  limitCopies(2 ** 27);
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 20 }),
      fc.array(sortEntry, { maxLength: 2 }),
      fc.constantFrom("", "NOT alfa", "score:*"),
      fc.integer({ min: 1, max: 4 }),
      async (drawn, sort, text, limit) => {
        const at = await addDataset();
        await log(at, drawn);
        const loaded: string[] = [];
        let place: string | null = null;
        for (;;) {
          const asked = {
            ...at,
            query: { ...EVERY_TASK_RECORD, text },
            sort,
            nextId: null,
            place,
            fields: ["id"],
            limit,
          };
          const page = await scanTaskRecords(store.as(store.owner), asked);
          if (page.documents.length === 0) break;
          loaded.push(...page.documents.map((json): string => String(JSON.parse(json).id)));
          place = page.place;
        }
        expect(loaded).toEqual(await search(at, text, sort));
      },
    ),
    { numRuns: 120, endOnFailure: true },
  );
});
