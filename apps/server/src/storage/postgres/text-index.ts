import { beginsAt } from "@postil/domain/search/text-query";
import { sql } from "kysely";
import type { IndexedTexts, Phrase, TextMatch, TextSearch } from "../engine.ts";
import { inChunks, type Stretch } from "../parts.ts";
import { sendRaw } from "../sql/facets.ts";
import type { Db, Seqs } from "../tables.ts";
import { together } from "../together.ts";
import { noteChanged } from "./changed-blocks.ts";
import { BLOCK, blockOf, changed, countIn, type Entry, pack, unpack } from "./text-blocks.ts";

/**
 * Three tables: for each word the records that have it (text_word), for each record its number of words (text_size), both in
 * blocks, and the texts as they were cut (text_cut), in which phrases are confirmed.
 */

export async function createTextIndex(_db: Db, _datasetKey: number, _fields: number): Promise<void> {}

export async function dropTextIndex(db: Db, datasetKey: number): Promise<void> {
  for (const table of ["text_word", "text_size", "text_cut"])
    await sql`delete from ${sql.table(table)} where dataset_key = ${datasetKey}`.execute(db);
}

const wordsOf = (text: string): string[] => (text === "" ? [] : text.split(" "));

/** What records add to blocks: by word and block, and to the sizes of each block. */
type Parts = { readonly words: Map<string, Map<number, Entry[]>>; readonly sizes: Map<number, Entry[]> };

function partsOf(rows: readonly IndexedTexts[]): Parts {
  const words: Parts["words"] = new Map();
  const sizes: Parts["sizes"] = new Map();
  const add = (blocks: Map<number, Entry[]>, entry: Entry) => {
    const block = blockOf(entry.seq);
    const there = blocks.get(block);
    if (there) there.push(entry);
    else blocks.set(block, [entry]);
  };
  for (const [seq, ...texts] of rows) {
    const counted = new Map<string, number[]>();
    const cut = texts.map(wordsOf);
    for (const [field, found] of cut.entries()) {
      for (const word of found) {
        const counts = counted.get(word) ?? cut.map(() => 0);
        counts[field] = (counts[field] ?? 0) + 1;
        counted.set(word, counts);
      }
    }
    for (const [word, counts] of counted) {
      const blocks = words.get(word) ?? new Map<number, Entry[]>();
      words.set(word, blocks);
      add(blocks, { seq, counts });
    }
    add(sizes, { seq, counts: [cut.reduce((sum, found) => sum + found.length, 0)] });
  }
  return { words, sizes };
}

type Block = { readonly word: string; readonly block: number; readonly entries: Entry[] };
type Stored = { readonly word: string; readonly block: number; readonly counts: Uint8Array };

/** Takes records out of the blocks of their words and sizes, or adds them: two statements for each of both tables. */
async function change(db: Db, datasetKey: number, rows: readonly IndexedTexts[], adds: boolean): Promise<void> {
  const { words, sizes } = partsOf(rows);
  const pairs: Block[] = [...words].flatMap(([word, blocks]) =>
    [...blocks].map(([block, entries]) => ({ word, block, entries })),
  );
  const blocks: Block[] = [...sizes].map(([block, entries]) => ({ word: "", block, entries }));
  const [stored, storedSizes] = await together([
    sql<Stored>`
    select word, block, counts from text_word join unnest(${pairs.map(({ word }) => word)}::text[],
      ${pairs.map(({ block }) => block)}::bigint[]) as asked (word, block) using (word, block)
    where dataset_key = ${datasetKey}`.execute(db),
    sql<Stored>`
    select '' as word, block, sizes as counts from text_size
    where dataset_key = ${datasetKey} and block = any(${blocks.map(({ block }) => block)}::bigint[])`.execute(db),
  ]);
  const written = merged(pairs, stored.rows, adds);
  await sendRaw(
    db,
    sql`
    insert into text_word (dataset_key, word, block, records, times, counts)
    select ${datasetKey}::bigint, * from unnest(${written.map(({ word }) => word)}::text[],
      ${written.map(({ block }) => block)}::bigint[], ${written.map(({ entries }) => entries.length)}::bigint[],
      ${written.map(({ entries }) => total(entries))}::bigint[], ${written.map(packed)}::bytea[])
    on conflict (dataset_key, word, block)
    do update set records = excluded.records, times = excluded.times, counts = excluded.counts`,
  );
  const sized = merged(blocks, storedSizes.rows, adds);
  await sendRaw(
    db,
    sql`
    insert into text_size (dataset_key, block, records, words, sizes)
    select ${datasetKey}::bigint, * from unnest(${sized.map(({ block }) => block)}::bigint[],
      ${sized.map(({ entries }) => entries.length)}::bigint[], ${sized.map(({ entries }) => total(entries))}::bigint[],
      ${sized.map(packed)}::bytea[])
    on conflict (dataset_key, block)
    do update set records = excluded.records, words = excluded.words, sizes = excluded.sizes`,
  );
  if (adds) return;
  const empty = written.filter(({ entries }) => entries.length === 0);
  await sendRaw(
    db,
    sql`
    delete from text_word using unnest(${empty.map(({ word }) => word)}::text[],
      ${empty.map(({ block }) => block)}::bigint[]) as gone (word, block)
    where dataset_key = ${datasetKey} and text_word.word = gone.word and text_word.block = gone.block`,
  );
}

const total = (entries: readonly Entry[]): number => entries.reduce((sum, entry) => sum + countIn(entry, null), 0);
const packed = ({ block, entries }: Block): Uint8Array => pack(block, entries);

function merged(asked: readonly Block[], stored: readonly Stored[], adds: boolean): Block[] {
  const known = new Map(stored.map(({ word, block, counts }) => [`${block} ${word}`, counts]));
  return asked.map(({ word, block, entries }) => {
    const there = unpack(block, known.get(`${block} ${word}`) ?? new Uint8Array());
    const gone = new Set(entries.map(({ seq }) => seq));
    return { word, block, entries: changed(there, gone, adds ? entries : []) };
  });
}

export async function addIndexedTexts(db: Db, datasetKey: number, rows: readonly IndexedTexts[]): Promise<void> {
  if (rows.length === 0) return;
  await change(db, datasetKey, rows, true);
  const texts = rows.map(([, ...fields]) => JSON.stringify(fields));
  const seqs = rows.map(([seq]) => seq);
  await sendRaw(
    db,
    sql`
    insert into text_cut (dataset_key, seq, texts)
    select ${datasetKey}::bigint, * from unnest(${seqs}::bigint[], ${texts}::text[])`,
  );
  await noteChanged(db, datasetKey, "words", seqs);
}

export async function clearTexts(db: Db, datasetKey: number, seqs: Seqs): Promise<void> {
  if (seqs.length === 0) return;
  const rows = await readCut(db, datasetKey, seqs);
  await change(db, datasetKey, rows, false);
  await sendRaw(db, sql`delete from text_cut where dataset_key = ${datasetKey} and seq = any(${seqs}::bigint[])`);
  await noteChanged(db, datasetKey, "words", seqs);
}

export const removeTexts = (db: Db, datasetKey: number, seqs: Seqs): Promise<void> =>
  inChunks(seqs, (some) => clearTexts(db, datasetKey, some));

async function readCut(db: Db, datasetKey: number, seqs: Seqs): Promise<IndexedTexts[]> {
  const { rows } = await sql<{ seq: number; texts: string }>`
    select seq, texts from text_cut
    where dataset_key = ${datasetKey} and seq = any(${seqs}::bigint[]) order by seq`.execute(db);
  return rows.map(({ seq, texts }) => [seq, ...(JSON.parse(texts) as string[])]); // as they were added
}

/** After every word that begins with it. */
const after = (beginning: string): string => `${beginning}\u{10ffff}`;

/** Use cases run in the thread that answers everybody: long work on rows lets others in between so often, ms. */
const OTHERS_EVERY = 5;

function givesWay(): () => Promise<void> | undefined {
  let since = performance.now();
  const others = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  return () => (performance.now() - since < OTHERS_EVERY ? undefined : others());
}

/** The records with a word, or with any word that begins with it, and how often they have it. */
async function countsOf(db: Db, datasetKey: number, word: string, begins: boolean, field: number | null) {
  const asked = begins ? sql`word >= ${word} and word < ${after(word)}` : sql`word = ${word}`;
  const { rows } = await sql<Stored>`
    select block, counts from text_word where dataset_key = ${datasetKey} and ${asked} order by block`.execute(db);
  const found = new Map<number, number>();
  const others = givesWay();
  for (const { block, counts } of rows) {
    const turn = others();
    if (turn) await turn;
    for (const entry of unpack(block, counts)) {
      const count = countIn(entry, field);
      if (count > 0) found.set(entry.seq, (found.get(entry.seq) ?? 0) + count);
    }
  }
  return found;
}

/** The records with a phrase, and how often they have it. */
async function timesOf(db: Db, datasetKey: number, phrase: Phrase, field: number | null): Promise<Map<number, number>> {
  const { words, prefix } = phrase;
  const each: Map<number, number>[] = [];
  for (const [index, word] of words.entries())
    each.push(await countsOf(db, datasetKey, word, prefix && index === words.length - 1, field));
  const [first = new Map<number, number>(), ...others] = each.sort((a, b) => a.size - b.size);
  if (others.length === 0) return first;
  const both = [...first.keys()].filter((seq) => others.every((one) => one.has(seq)));
  const found = new Map<number, number>();
  await inChunks(both, async (some) => {
    for (const [seq, ...texts] of await readCut(db, datasetKey, some)) {
      const searched = field === null ? texts : texts.slice(field, field + 1);
      const times = searched.reduce((sum, text) => sum + timesIn(phrase, wordsOf(text)), 0);
      if (times > 0) found.set(seq, times);
    }
  });
  return found;
}

const timesIn = (phrase: Phrase, words: readonly string[]): number =>
  words.filter((_, at) => beginsAt({ ...phrase, excluded: false }, words, at)).length;

type Found = { readonly seqs: number[]; readonly times: readonly ReadonlyMap<number, number>[] };

async function find(db: Db, datasetKey: number, { having, phrases, field }: TextSearch): Promise<Found> {
  const times: ReadonlyMap<number, number>[] = [];
  for (const phrase of phrases) times.push(await timesOf(db, datasetKey, phrase, field));
  const any = new Set(times.flatMap((one) => [...one.keys()]));
  const seqs = [...any].filter((seq) => having === "any" || times.every((one) => one.has(seq)));
  return { seqs: seqs.sort((a, b) => a - b), times };
}

export const matchTexts = async (db: Db, datasetKey: number, search: TextSearch): Promise<number[]> =>
  (await find(db, datasetKey, search)).seqs;

export const hasText = async (db: Db, datasetKey: number, search: TextSearch): Promise<boolean> =>
  (await find(db, datasetKey, search)).seqs.length > 0;

/** BM25 with the factors of the other engine, so that both give the same order. */
const SATURATION = 1.2;
const BY_LENGTH = 0.75;
const LEAST_WEIGHT = 1e-6;

export async function rankTexts(
  db: Db,
  datasetKey: number,
  search: TextSearch,
  most: number,
): Promise<TextMatch & { readonly seqs: Seqs }> {
  const found = await find(db, datasetKey, search);
  const seqs = found.seqs.slice(0, most);
  const [sums] = (
    await sql<{ records: number; words: number }>`
      select coalesce(sum(records), 0) as records, coalesce(sum(words), 0) as words from text_size
      where dataset_key = ${datasetKey}`.execute(db)
  ).rows;
  const { records = 0, words = 0 } = sums ?? {};
  const lengths = await lengthsOf(db, datasetKey, [...new Set(seqs.map(blockOf))]);
  const average = words / Math.max(1, records);
  const weights = found.times.map(({ size }) =>
    Math.max(LEAST_WEIGHT, Math.log((records - size + 0.5) / (size + 0.5))),
  );
  const scores = seqs.map((seq) => {
    const long = SATURATION * (1 - BY_LENGTH + (BY_LENGTH * (lengths.get(seq) ?? 0)) / average);
    return found.times.reduce((score, times, index) => {
      const count = times.get(seq) ?? 0;
      return score + ((weights[index] ?? 0) * count * (SATURATION + 1)) / (count + long);
    }, 0);
  });
  return { seqs, scores };
}

async function lengthsOf(db: Db, datasetKey: number, blocks: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ block: number; sizes: Uint8Array }>`
    select block, sizes from text_size
    where dataset_key = ${datasetKey} and block = any(${blocks}::bigint[]) order by block`.execute(db);
  const entries = rows.flatMap(({ block, sizes }) => unpack(block, sizes));
  return new Map(entries.map((entry) => [entry.seq, countIn(entry, null)]));
}

export async function readLengths(db: Db, datasetKey: number, { from, to }: Stretch) {
  const blocks = Array.from({ length: Math.ceil(to / BLOCK) - blockOf(from) }, (_, index) => blockOf(from) + index);
  const within = [...(await lengthsOf(db, datasetKey, blocks))].filter(([seq]) => seq >= from && seq < to);
  return { seqs: within.map(([seq]) => seq), lengths: within.map(([, length]) => length) };
}

export async function countBeginning(db: Db, datasetKey: number, beginning: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select distinct word from text_word
    where dataset_key = ${datasetKey} and word >= ${beginning} and word < ${after(beginning)} limit ${most}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function wordsBeginning(
  db: Db,
  datasetKey: number,
  field: number,
  beginning: string,
): Promise<readonly string[]> {
  const { rows } = await sql<Stored>`
    select word, block, counts from text_word
    where dataset_key = ${datasetKey} and word >= ${beginning} and word < ${after(beginning)} order by word`.execute(
    db,
  );
  const having = rows.filter(({ block, counts }) => unpack(block, counts).some((one) => countIn(one, field) > 0));
  return [...new Set(having.map(({ word }) => word))];
}

/** Words per statement: all words of a dataset may not fit in memory. */
const WORDS = 50_000;

export async function* readVocabulary(
  db: Db,
  datasetKey: number,
): AsyncGenerator<{ readonly word: string; readonly count: number }> {
  for (let last = ""; ; ) {
    const { rows } = await sql<{ word: string; count: number }>`
      select word, sum(times) as count from text_word where dataset_key = ${datasetKey} and word > ${last}
      group by word order by word limit ${WORDS}`.execute(db);
    yield* rows;
    if (rows.length < WORDS) return;
    last = rows.at(-1)?.word ?? "";
  }
}

export async function countRecordsWith(db: Db, datasetKey: number, word: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(records), 0) as count from text_word
    where dataset_key = ${datasetKey} and word = ${word}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function placesOfWord(db: Db, datasetKey: number, field: number, word: string) {
  const seqs: number[] = [];
  const places: number[] = [];
  await inChunks([...(await countsOf(db, datasetKey, word, false, field)).keys()], async (some) => {
    for (const [seq, ...texts] of await readCut(db, datasetKey, some)) {
      for (const [place, found] of wordsOf(texts[field] ?? "").entries()) {
        if (found !== word) continue;
        seqs.push(seq);
        places.push(place);
      }
    }
  });
  return { seqs, places };
}

export async function readOccurrences(
  db: Db,
  datasetKey: number,
  word: string,
  field: number | null,
): Promise<readonly number[]> {
  const counts = await countsOf(db, datasetKey, word, false, field);
  return [...counts].flatMap(([seq, count]) => Array.from({ length: count }, () => seq));
}
