import { wordsOf } from "@postil/domain/text/text-analysis";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { limitCopies } from "../src/records/columns/room.ts";
import type { Search } from "../src/records/search.ts";
import { membersOf } from "../src/records/seq-set.ts";
import { rankWords } from "../src/records/words/rank-words.ts";
import { countedWords } from "../src/records/words/word-copies.ts";
import { bulkCreateRecords } from "../src/usecases/feedback/add-records.ts";
import { deleteRecord } from "../src/usecases/feedback/change-records.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";
import { addSearchable } from "./support/search-dataset.ts";

let store: MemoryStore;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());
afterEach(() => limitCopies(Number.POSITIVE_INFINITY));

const WORDS = ["pay", "card", "lost", "東", "café"] as const;
const text = fc
  .array(fc.constantFrom(...WORDS, "rare"), { minLength: 1, maxLength: 40 })
  .map((words) => words.join(" "));
const record = fc.record({ q: text, a: fc.option(text) });
const asked = fc.record({
  words: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  field: fc.constantFrom(null, 0, 1),
});
const NEW = { externalId: null, metadata: null, suggestions: [], responses: [], vectors: {} };

type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

async function searchOf(datasetId: string): Promise<Search> {
  const row = await store.db
    .selectFrom("dataset")
    .select(["key", "next_seq"])
    .where("id", "=", datasetId)
    .executeTakeFirstOrThrow();
  return {
    db: store.db,
    datasetKey: row.key,
    size: row.next_seq,
    viewerKey: null,
    allowance: { left: 100_000 },
    trying: { leftMs: 30_000 },
    words: new Map(),
    changes: new Map(),
  };
}

/** Computes BM25 record by record, with the formula of the text index. */
async function plainScores(datasetKey: number, { words, field }: Asked): Promise<Map<number, number>> {
  const rows = await store.db
    .selectFrom("record")
    .select(["seq", "fields"])
    .where("dataset_key", "=", datasetKey)
    .execute();
  const all = rows.map(({ seq, fields }) => {
    const { q, a } = JSON.parse(fields);
    const cut = [q, a].map((text: string | null) => wordsOf(text ?? "").map((word) => word.text));
    return { seq, length: cut.flat().length, looked: field === null ? cut.flat() : (cut[field] ?? []) };
  });
  const average = all.reduce((sum, { length }) => sum + length, 0) / all.length;
  const having = words.map((word) => all.filter(({ looked }) => looked.includes(word)).length);
  const matching = all.filter(({ looked }) => words.every((word) => looked.includes(word)));
  return new Map(
    matching.map(({ seq, length, looked }) => {
      const parts = words.map((word, index) => {
        const count = looked.filter((one) => one === word).length;
        const rare = Math.log((all.length - (having[index] ?? 0) + 0.5) / ((having[index] ?? 0) + 0.5));
        return (Math.max(1e-6, rare) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average));
      });
      return [seq, parts.reduce((sum, part) => sum + part, 0)];
    }),
  );
}

/** Returns true if the words were counted in memory. `inIndex`: the index counts the lengths of deleted records too. */
async function compare(datasetId: string, query: Asked, { inIndex }: { readonly inIndex: boolean }): Promise<boolean> {
  const { words, field } = query;
  const search = await searchOf(datasetId);
  const counted = await countedWords(search, words, field);
  if (!counted) return false;
  const { set, scores } = rankWords(counted, search.size);
  const found = Array.from(scores.seqs, (seq, index) => [seq, scores.scores[index] ?? -1] as const);
  const plain = await plainScores(search.datasetKey, query);
  expect(membersOf(set)).toEqual([...plain.keys()]);
  expect(found.map(([seq]) => seq)).toEqual([...plain.keys()]);
  for (const [seq, score] of found) expect(score).toBeCloseTo(plain.get(seq) ?? -1, 9);
  if (!inIndex) return true;
  const phrases = words.map((word) => ({ words: [word], prefix: false }));
  const ranked = await store.db.text.rank(search.datasetKey, { having: "all", phrases, field }, 1000);
  for (const [index, [seq, score]] of found.entries()) {
    expect(ranked.seqs[index]).toBe(seq);
    expect(score).toBeCloseTo(ranked.scores[index] ?? -1, 8);
  }
  return true;
}

test("FFI-01 FFI-13 words counted in memory find and weigh what the text index does, right after every write", {
  timeout: 120_000,
}, async () => {
  let datasets = 0;
  let counted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 2, maxLength: 30 }),
      fc.array(asked, { minLength: 4, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(29), record, asked), { maxLength: 4 }),
      async (records, queries, changes) => {
        const { datasetId } = await addSearchable(store, `words ${datasets++}`);
        const context = store.as(store.owner);
        const add = async (fields: (typeof records)[number]) =>
          (await bulkCreateRecords(context, { datasetId, records: [{ ...NEW, fields }] }))[0]?.id;
        const ids: (string | undefined)[] = [];
        for (const one of records) ids.push(await add(one));
        for (const query of queries) if (await compare(datasetId, query, { inIndex: true })) counted++;
        for (const [at, added, query] of changes) {
          const recordId = ids[at];
          if (recordId) await deleteRecord(context, { recordId, keepDays: 30 });
          ids[at] = undefined;
          ids.push(await add(added));
          if (await compare(datasetId, query, { inIndex: false })) counted++;
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
  expect(counted).toBeGreaterThan(200);
});

test("FFI-12 words are counted by several searches when one may not read so much, and not at all without room", async () => {
  const { datasetId } = await addSearchable(store, "many words");
  const fields = { q: "pay card", a: null };
  await bulkCreateRecords(store.as(store.owner), {
    datasetId,
    records: Array.from({ length: 400 }, () => ({ ...NEW, fields })),
  });
  const search = await searchOf(datasetId);
  const ask = () => countedWords({ ...search, allowance: { left: 150 } }, ["pay", "card"], null);
  const answers = [await ask(), await ask(), await ask(), await ask(), await ask()];
  expect(answers.map((answer) => answer?.counts.map(({ records }) => records) ?? null)).toEqual([
    null,
    null,
    null,
    [400, 400],
    [400, 400],
  ]);
  expect(await countedWords(search, ["pay", "rare"], null)).toBe(null);
  limitCopies(100);
  expect(await ask()).toBe(null);
});
