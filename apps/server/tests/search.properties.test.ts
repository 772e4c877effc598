import type { MetadataValues } from "@postil/domain/entities";
import type { NewRecord } from "@postil/domain/record-input";
import type { RecordsQuery } from "@postil/domain/records-query";
import type { Filter, Scope, SearchQuery, SortEntry } from "@postil/domain/search-query";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recount } from "../src/storage/recount.ts";
import type { Caller } from "../src/storage/store.ts";
import { bulkCreateRecords } from "../src/usecases/records/bulk-create-records.ts";
import { changeRecord } from "../src/usecases/records/change-record.ts";
import { deleteRecord } from "../src/usecases/records/delete-record.ts";
import { searchOwnRecords, searchRecords } from "../src/usecases/records/search-records.ts";
import { rebuildDerived } from "../src/usecases/upkeep/rebuild-derived.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { addSearchable, FIELDS, LABELS, readPlain } from "./support/search-dataset.ts";
import { matching, sorted } from "./support/search-oracle.ts";

const WORDS = [
  ..."pay payment card lost Café cafe don't v1.2 a_b foo-bar u.s.a 3,000 ß İstanbul".split(" "),
  ...'😀 👍🏽 🇪🇺 1️⃣ ™ 東京 タワー ひら 한국어 ไทยภาษา ภาษา צה"ל مرحبا é 𝒳𝒴 🤷‍♀️'.split(" "),
  "x".repeat(300),
  "'); drop table record; --",
  ".*[a-z]+",
];
const word = fc.constantFrom(...WORDS);
const gap = fc.constantFrom(" ", "  ", ", ", ".", "\n", "-", '"', "*", "");
const text = fc.array(fc.tuple(word, gap), { maxLength: 6 }).map((parts) => parts.flat().join(""));

const demand = fc.oneof(
  word,
  word.map((one) => `-${one}`),
  word.map((one) => `${[...one].slice(0, 3).join("")}*`),
  fc.tuple(fc.constantFrom("", "-"), word, word).map(([sign, a, b]) => `${sign}"${a} ${b}"`),
  text,
);
const q = fc.array(demand, { maxLength: 3 }).map((parts) => parts.join(" "));

const LANGS = ["en", "de", "pt-BR", "😀", "\uffee", "10.0"];
const lang = fc.constantFrom(...LANGS);
const whole = fc.integer({ min: -3, max: 12 });
const real = fc.constantFrom(-1.5, 0, 0.1, 0.30000000000000004, 0.3, 2, 1e21, 5e-324);
const label = fc.constantFrom(...LABELS);
const agent = fc.constantFrom("m1", "m2", "Ä");
const status = fc.constantFrom("draft" as const, "submitted" as const, "discarded" as const);
const score = fc.constantFrom(0, 0.2, 0.5, 0.9, 1);

const metadata = fc.option(
  fc.record(
    { lang: fc.oneof(lang, fc.array(lang, { minLength: 1, maxLength: 3 })), n: whole, x: real, extra: word },
    { requiredKeys: [] },
  ) as fc.Arbitrary<MetadataValues>,
);

const values = fc.record({
  label: label.map((value) => ({ value })),
  many: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }).map((value) => ({ value })),
  stars: fc.integer({ min: 1, max: 5 }).map((value) => ({ value })),
  words: word.map((value) => ({ value })),
});

type Ids = { readonly [name: string]: string };

const suggestions = fc
  .record(
    {
      label: fc.record({ value: label, score: fc.option(score), agent: fc.option(agent) }),
      many: fc.uniqueArray(fc.record({ value: label, score }), {
        selector: (one) => one.value,
        minLength: 1,
        maxLength: 3,
      }),
      stars: fc.record({ value: fc.integer({ min: 1, max: 5 }), score: fc.option(score), agent: fc.option(agent) }),
      words: fc.record({ value: word, score: fc.option(score), agent: fc.option(agent) }),
    },
    { requiredKeys: [] },
  )
  .map(({ many, ...single }) => ({
    ...single,
    ...(many
      ? { many: { value: many.map((one) => one.value), score: many.map((one) => one.score), agent: null } }
      : {}),
  }));

const record = fc.record({
  fields: fc.record({ q: text, a: fc.option(text) }),
  metadata,
  suggestions,
  answers: fc.record({ first: fc.option(fc.tuple(status, values)), second: fc.option(fc.tuple(status, values)) }),
});
type Drawn = typeof record extends fc.Arbitrary<infer T> ? T : never;

const suggested = (ids: Ids, drawn: Drawn["suggestions"]) =>
  Object.entries(drawn).map(([name, one]) => ({ questionId: ids[name] ?? "", type: null, ...one }));

const toRecord = (ids: Ids, users: readonly Caller[], drawn: Drawn): NewRecord => ({
  fields: drawn.fields,
  metadata: drawn.metadata,
  externalId: null,
  suggestions: suggested(ids, drawn.suggestions),
  vectors: {},
  responses: [drawn.answers.first, drawn.answers.second].flatMap((answer, index) =>
    answer ? [{ userId: users[index]?.id ?? "", status: answer[0], values: answer[1] }] : [],
  ),
});

const question = fc.constantFrom("label", "many", "stars", "words");
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.record({
    entity: fc.constant("record" as const),
    property: fc.constantFrom("inserted_at" as const, "updated_at" as const),
  }),
  fc.record({ entity: fc.constant("metadata" as const), property: fc.constantFrom("lang", "n", "x") }),
  fc.record({
    entity: fc.constant("suggestion" as const),
    question,
    property: fc.constantFrom("value" as const, "score" as const, "agent" as const),
  }),
  fc.record({ entity: fc.constant("response" as const), question, property: fc.constant(null) }),
);
const anyValue = fc.oneof(
  lang,
  label,
  agent,
  whole.map(String),
  real.map(String),
  score.map(String),
  word,
  fc.constant(" "),
);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ type: fc.constant("terms" as const), scope, values: fc.array(anyValue, { minLength: 1, maxLength: 4 }) }),
  fc.tuple(scope, fc.option(fc.oneof(whole, real, score)), fc.oneof(whole, real, score)).map(([scope, ge, le]) => ({
    type: "range" as const,
    scope,
    ge: ge !== null && ge > le ? le : ge,
    le: ge !== null && ge > le ? ge : le,
  })),
  fc.record({
    type: fc.constant("terms" as const),
    scope: fc.constant({ entity: "response", question: null, property: "status" } as const),
    values: fc.array(fc.constantFrom("pending", "missing", "draft", "submitted", "discarded"), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.constant({ type: "terms", scope: { entity: "response", question: null, property: null }, values: ["x"] } as const),
);
const sortEntry: fc.Arbitrary<SortEntry> = fc.record({
  scope,
  order: fc.constantFrom("asc" as const, "desc" as const),
});

const asked = fc.record({
  own: fc.boolean(),
  statuses: fc.uniqueArray(fc.constantFrom("pending" as const, "draft" as const, "submitted" as const), {
    maxLength: 2,
  }),
  parameters: fc.array(
    fc.oneof(
      fc.array(lang, { minLength: 1, maxLength: 2 }).map((terms) => ({ name: "lang", expression: terms.join(",") })),
      whole.map((ge) => ({ name: "n", expression: JSON.stringify({ ge }) })),
      real.map((le) => ({ name: "x", expression: JSON.stringify({ le }) })),
      fc.constant({ name: "unknown", expression: "x" }),
    ),
    { maxLength: 1 },
  ),
  text: fc.option(fc.record({ q, field: fc.option(fc.constantFrom(...FIELDS)) })),
  filters: fc.array(filter, { maxLength: 3 }),
  sort: fc.array(sortEntry, { maxLength: 3 }),
  offset: fc.nat(4),
  limit: fc.integer({ min: 1, max: 9 }),
});

let store: MemoryStore;
let users: Caller[];
beforeAll(async () => {
  store = await openMemoryStore();
  users = [store.owner, await store.addOwner("second")];
});
afterAll(() => store.close());

type AskedQuery = typeof asked extends fc.Arbitrary<infer T> ? T : never;

/** Pages by the server: the one asked for, and all there is in one. */
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

const RUNS = Number(process.env.SEARCH_RUNS ?? 250);
const QUERIES = 40;

test("FFI-01 FFI-03 FFI-04 FFI-05 FFI-06 FFI-07 FFI-08 FFI-09 FFI-10 FFI-11 FFI-12 FFI-13 FQU-04 FQU-06 FQU-07 a search finds, counts and orders what a record-by-record evaluation does", {
  timeout: 300_000,
}, async () => {
  let datasets = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 25 }),
      fc.array(fc.tuple(fc.nat(24), fc.constantFrom("delete", "metadata", "suggestions"), record), { maxLength: 8 }),
      fc.array(asked, { minLength: QUERIES, maxLength: QUERIES }),
      async (drawn, changes, queries) => {
        const { datasetId, questionIds } = await addSearchable(store, `d${datasets++}`);
        const context = store.as(store.owner);
        const records = drawn.map((one) => toRecord(questionIds, users, one));
        const made = await bulkCreateRecords(context, { datasetId, records });
        const ids: (string | undefined)[] = made.map(({ id }) => id);
        for (const [at, what, other] of changes) {
          const recordId = ids[at];
          if (recordId === undefined) continue;
          if (what === "delete") {
            await deleteRecord(context, { recordId });
            ids[at] = undefined;
          } else if (what === "metadata")
            await changeRecord(context, { recordId, change: { metadata: other.metadata } });
          else
            await changeRecord(context, {
              recordId,
              change: { suggestions: suggested(questionIds, other.suggestions) },
            });
        }
        const plain = await readPlain(store, datasetId);
        for (const one of queries) await compare(datasetId, plain, one);
      },
    ),
    { numRuns: RUNS },
  );
  expect(await recount(store.db)).toEqual([]);
  await store.db.deleteFrom("filter_value").where("seq", "=", 1).execute();
  expect((await recount(store.db)).length).toBeGreaterThan(0);
  await rebuildDerived(store.as(store.owner));
  expect(await recount(store.db)).toEqual([]);
});

test("FFI-11 FFI-12 a dataset larger than every bound and chunk of the search answers the same", {
  timeout: 300_000,
}, async () => {
  const { datasetId, questionIds } = await addSearchable(store, "large");
  const records = fc.sample(record, { seed: 11, numRuns: 4000 }).map((one) => toRecord(questionIds, users, one));
  for (let from = 0; from < records.length; from += 500)
    await bulkCreateRecords(store.as(store.owner), { datasetId, records: records.slice(from, from + 500) });
  const plain = await readPlain(store, datasetId);
  const queries = fc.sample(asked, { seed: 12, numRuns: 300 });
  for (const [index, one] of queries.entries())
    await compare(datasetId, plain, { ...one, limit: 10 * (index % 7) + 1 });
});
