import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { IndexedTexts } from "../../apps/server/src/storage/engine.ts";
import { BLOCK, createBlockWriter, lengthsIn, putCounts } from "./word-blocks.ts";

/**
 * The other form of a text index on SQLite, built as on PostgreSQL (`storage/postgres/text-index.ts`): words as blocks of 1,024
 * records, the length of each record, and the cut texts in which phrases are confirmed. It has one field. A search goes through
 * the blocks in order and combines its words block by block, in arrays of 1,024 counts. It serves only `npm run bench -- text`.
 */

const SCHEMA = `
  create table word_block (
    word text not null, block integer not null, records integer not null, counts blob not null,
    primary key (word, block)
  ) without rowid;
  create table length_block (block integer primary key, lengths blob not null);
  create table cut_text (seq integer primary key, text text not null);`;

type Ranked = { readonly seqs: Int32Array; readonly scores: Float64Array };

/** How a word is asked for: as it is, or all words with this beginning. */
export type Asked = { readonly words: readonly string[]; readonly prefix: boolean };

export function createBlockIndex(database: DatabaseSync): void {
  database.exec(SCHEMA);
}

/** Adds the texts of new records, or takes those of stored ones out, inside a transaction of the caller. */
export function blockWriter(database: DatabaseSync) {
  const read = database.prepare("select counts from word_block where word = ? and block = ?");
  const write = database.prepare(
    "insert or replace into word_block (word, block, records, counts) values (?, ?, ?, ?)",
  );
  const drop = database.prepare("delete from word_block where word = ? and block = ?");
  const readLengths = database.prepare("select lengths from length_block where block = ?");
  const writeLengths = database.prepare("insert or replace into length_block (block, lengths) values (?, ?)");
  const writer = createBlockWriter({
    read: (word, block) => (read.get(word, block)?.counts ?? null) as Uint8Array | null, // the column is a blob
    write: (word, block, records, counts) => {
      if (records > 0) write.run(word, block, records, counts);
      else drop.run(word, block);
    },
    readLengths: (block) => (readLengths.get(block)?.lengths ?? null) as Uint8Array | null, // likewise
    writeLengths: (block, lengths) => writeLengths.run(block, lengths),
  });
  const addText = database.prepare("insert into cut_text (seq, text) values (?, ?)");
  const readText = database.prepare("select text from cut_text where seq = ?");
  const dropText = database.prepare("delete from cut_text where seq = ?");
  return {
    add: (rows: readonly IndexedTexts[]): void => {
      writer.change(rows, true);
      for (const [seq, text = ""] of rows) addText.run(seq, text);
    },
    remove: (seqs: readonly number[]): void => {
      writer.change(
        seqs.map((seq): IndexedTexts => [seq, String(readText.get(seq)?.text)]),
        false,
      );
      for (const seq of seqs) dropText.run(seq);
    },
  };
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** Statements are prepared once, as the store does. `R`: the columns of the statement. */
function all<R>(database: DatabaseSync, text: string, ...values: readonly SQLInputValue[]): readonly R[] {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(text) ?? database.prepare(text);
  known.set(text, statement);
  return statement.all(...values) as unknown as readonly R[]; // as the caller says
}

type Row = { readonly block: number; readonly records: number; readonly counts: Uint8Array };
/** The blocks of one word, or of all words with a beginning: the rows of each block. */
type Blocks = { readonly byBlock: Map<number, Row[]>; readonly records: number };

const after = (beginning: string): string => `${beginning}\u{10ffff}`;

function blocksOf(database: DatabaseSync, word: string, begins: boolean): Blocks {
  const [asked, ...values] = begins ? ["word >= ? and word < ?", word, after(word)] : ["word = ?", word];
  const rows = all<Row>(database, `select block, records, counts from word_block where ${asked}`, ...values);
  const byBlock = new Map<number, Row[]>();
  let records = 0;
  for (const row of rows) {
    records += row.records;
    const there = byBlock.get(row.block);
    if (there) there.push(row);
    else byBlock.set(row.block, [row]);
  }
  return { byBlock, records };
}

/** The words of a search, and the blocks that have all of them, in order. */
type Shared = { readonly asked: readonly Blocks[]; readonly blocks: readonly number[] };

function sharedBlocks(database: DatabaseSync, { words, prefix }: Asked): Shared {
  const asked = words.map((word, index) => blocksOf(database, word, prefix && index === words.length - 1));
  const [fewest, ...others] = asked.toSorted((a, b) => a.byBlock.size - b.byBlock.size);
  const blocks = [...(fewest?.byBlock.keys() ?? [])].filter((block) =>
    others.every(({ byBlock }) => byBlock.has(block)),
  );
  return { asked, blocks: blocks.sort((a, b) => a - b) };
}

/** Calls `take` for each block with the counts of each word in it, by place. */
function eachBlock({ asked, blocks }: Shared, take: (block: number, counts: readonly Uint8Array[]) => void): void {
  const counts = asked.map(() => new Uint8Array(BLOCK));
  for (const block of blocks) {
    for (const [index, { byBlock }] of asked.entries()) {
      const into = counts[index]?.fill(0);
      for (const row of byBlock.get(block) ?? []) if (into) putCounts(row.counts, into);
    }
    take(block, counts);
  }
}

const hasAll = (counts: readonly Uint8Array[], place: number): boolean => {
  for (const ofWord of counts) if (ofWord[place] === 0) return false;
  return true;
};

export function findInBlocks(database: DatabaseSync, asked: Asked): number[] {
  const seqs: number[] = [];
  eachBlock(sharedBlocks(database, asked), (block, counts) => {
    for (let place = 0; place < BLOCK; place++) if (hasAll(counts, place)) seqs.push(block * BLOCK + place);
  });
  return seqs;
}

/** Those of the records with all words that have them in this order: the engine looks into the texts. */
export function findPhraseInBlocks(database: DatabaseSync, words: readonly string[]): number[] {
  const both = findInBlocks(database, { words, prefix: false });
  const phrase = ` ${words.join(" ")} `;
  const confirm = `
    select json_group_array(seq) as found from cut_text
    where seq in (select value from json_each(?)) and instr(' ' || text || ' ', ?) > 0`;
  const [row] = all<{ found: string }>(database, confirm, JSON.stringify(both), phrase);
  return JSON.parse(row?.found ?? "[]");
}

export function countInBlocks(database: DatabaseSync, word: string): number {
  const sum = "select coalesce(sum(records), 0) as count from word_block where word = ?";
  return all<{ count: number }>(database, sum, word)[0]?.count ?? 0;
}

/** BM25 with the factors of FTS5. */
const SATURATION = 1.2;
const BY_LENGTH = 0.75;
const LEAST_WEIGHT = 1e-6;

/** `total`: the number of records and of their words, which a real index would keep beside the blocks. */
export type Total = { readonly records: number; readonly words: number };

export function rankInBlocks(database: DatabaseSync, asked: Asked, total: Total): Ranked {
  const shared = sharedBlocks(database, asked);
  const lengths = lengthsOf(database, shared.blocks);
  const weights = shared.asked.map(({ records }) =>
    Math.max(LEAST_WEIGHT, Math.log((total.records - records + 0.5) / (records + 0.5))),
  );
  const average = total.words / total.records;
  const seqs = new Int32Array(total.records);
  const scores = new Float64Array(total.records);
  let found = 0;
  eachBlock(shared, (block, counts) => {
    const long = lengthsIn(lengths.get(block));
    for (let place = 0; place < BLOCK; place++) {
      if (!hasAll(counts, place)) continue;
      const least = SATURATION * (1 - BY_LENGTH + (BY_LENGTH * (long[place] ?? 0)) / average);
      let score = 0;
      for (let word = 0; word < counts.length; word++) {
        const count = counts[word]?.[place] ?? 0;
        score += ((weights[word] ?? 0) * count * (SATURATION + 1)) / (count + least);
      }
      seqs[found] = block * BLOCK + place;
      scores[found++] = score;
    }
  });
  return { seqs: seqs.subarray(0, found), scores: scores.subarray(0, found) };
}

function lengthsOf(database: DatabaseSync, blocks: readonly number[]): Map<number, Uint8Array> {
  const rows = all<{ block: number; lengths: Uint8Array }>(
    database,
    "select block, lengths from length_block where block in (select value from json_each(?))",
    JSON.stringify(blocks),
  );
  return new Map(rows.map(({ block, lengths }) => [block, lengths]));
}

/** The record of each occurrence of a word: what copies of frequent words in memory are made of. */
export function occurrencesInBlocks(database: DatabaseSync, word: string): number[] {
  const seqs: number[] = [];
  eachBlock(sharedBlocks(database, { words: [word], prefix: false }), (block, [counts]) => {
    for (let place = 0; place < BLOCK; place++)
      for (let time = 0; time < (counts?.[place] ?? 0); time++) seqs.push(block * BLOCK + place);
  });
  return seqs;
}
