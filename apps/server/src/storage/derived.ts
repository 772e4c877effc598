import { compareCounters, rebuildCounters } from "./derived-counters.ts";
import type { FamilyOfRecords, Note, SearchedDataset, SearchedStretch } from "./family.ts";
import { FEEDBACK } from "./feedback-family.ts";
import { addFilterValues } from "./filter-values.ts";
import { deleteRows, rowsOf } from "./statements.ts";
import type { Db } from "./tables.ts";
import { TASKS } from "./task-family.ts";

/** Recomputes all data that is derived from records and responses: a rebuild writes it, a check compares it. */

const FAMILIES: readonly FamilyOfRecords[] = [FEEDBACK, TASKS];

/** Rebuilds all derived data, in the caller's transaction. */
export async function rebuildDerived(db: Db): Promise<void> {
  await db.vectors.forget();
  for (const family of FAMILIES) {
    for (const dataset of await family.load(db)) {
      await rebuildSearch(db, family, dataset, ["values", "words"]);
      await rebuildCounters(db, family, dataset);
    }
  }
}

/** Rebuilds the search values of task records, in the caller's transaction. */
export async function rebuildTaskValues(db: Db): Promise<void> {
  for (const dataset of await TASKS.load(db)) await rebuildSearch(db, TASKS, dataset, ["values"]);
}

/** Rebuilds the values of datasets that have any whole number beyond 2^53, in the caller's transaction. */
async function rebuildWholeNumbers(db: Db): Promise<void> {
  for (const family of FAMILIES) {
    for (const dataset of await family.load(db)) {
      const { wholes } = await family.search(db, dataset);
      if (await hasBeyond(db, dataset.key, wholes)) await rebuildSearch(db, family, dataset, ["values"]);
    }
  }
}

async function hasBeyond(db: Db, datasetKey: number, targets: readonly number[]): Promise<boolean> {
  for (const target of targets) {
    const { min, max } = await db.values.boundsOfNumbers({ datasetKey, target });
    if ((min ?? 0) < Number.MIN_SAFE_INTEGER || (max ?? 0) > Number.MAX_SAFE_INTEGER) return true;
  }
  return false;
}

/**
 * What is derived from the records of both families, the values that records of task datasets are searched by, or, in both, those of
 * whole numbers beyond 2^53.
 */
export type Rebuilt = "everything" | "task values" | "whole numbers";

export const REBUILDS: { readonly [R in Rebuilt]: (db: Db) => Promise<void> } = {
  everything: rebuildDerived,
  "task values": rebuildTaskValues,
  "whole numbers": rebuildWholeNumbers,
};

/** `parts`: with `words` also the text index, and what only one family derives. */
async function rebuildSearch(
  db: Db,
  family: FamilyOfRecords,
  dataset: SearchedDataset,
  parts: readonly ("values" | "words")[],
): Promise<void> {
  const { key, next_seq } = dataset;
  const withWords = parts.includes("words");
  await deleteRows(db, "filter_value", { dataset_key: key });
  if (withWords) await db.text.drop(key);
  const seqs = Array.from({ length: next_seq }, (_, seq) => seq);
  for (const part of parts) await db.changes.note(key, part, seqs);
  if (!dataset.isIndexed) return;
  const { columns, stretches } = await family.search(db, dataset);
  if (withWords) await db.text.create(key, columns);
  for await (const { values, texts, rebuildRest } of stretches(true)) {
    await addFilterValues(db, key, await values());
    if (!withWords) continue;
    await db.text.add(key, await texts());
    await rebuildRest?.();
  }
}

/** A derived row that differs from its source data. `what` names the row for people. */
export type Difference = {
  readonly datasetId: string;
  readonly what: string;
  readonly stored: number;
  readonly counted: number;
};

/** Recomputes all derived data from records and responses, and returns the differences. An empty list means no error. */
export async function recount(db: Db): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const family of FAMILIES) {
    for (const dataset of await family.load(db)) {
      const note: Note = (what, stored, counted) => found.push({ datasetId: dataset.id, what, stored, counted });
      await compareCounters(db, family, dataset, note);
      if (dataset.isIndexed) await compareSearch(db, family, dataset, note);
    }
  }
  return found;
}

async function compareSearch(db: Db, family: FamilyOfRecords, dataset: SearchedDataset, note: Note): Promise<void> {
  const { targets, stretches } = await family.search(db, dataset);
  const words = createWordSums();
  for await (const stretch of stretches(false)) {
    if (targets.length > 0) await compareFilterValues(db, dataset.key, targets, stretch, note);
    stretch.compareRest?.(note);
    for (const [, ...texts] of await stretch.texts()) for (const text of texts) countWords(words, text);
  }
  await compareIndexedWords(db, dataset.key, words, note);
}

/** Reports values of these targets that are stored and not counted, or counted and not stored. */
async function compareFilterValues(
  db: Db,
  datasetKey: number,
  targets: readonly number[],
  { from, to, values }: SearchedStretch,
  note: Note,
): Promise<void> {
  const counted = await values();
  const stored = await rowsOf(db, "filter_value", { dataset_key: datasetKey })
    .select(["target", "seq", db.expressions.value.as("value")])
    .where("target", "in", targets)
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .execute();
  const left = new Set(counted.map(([target, value, seq]) => JSON.stringify([target, value, seq])));
  const extra = stored.filter(({ target, value, seq }) => !left.delete(JSON.stringify([target, value, seq])));
  const differing = left.size + extra.length;
  if (differing > 0) note(`records ${from} to ${to}: filter values that differ`, differing, 0);
}

/** Counts without a list of words: a list takes many times the memory of the text. */
function countWords(sums: WordSums, text: string): void {
  for (let from = 0; from < text.length; ) {
    const blank = text.indexOf(" ", from);
    const end = blank < 0 ? text.length : blank;
    // An input without words leaves two spaces in a row.
    if (end > from) sums.add(text.slice(from, end), 1);
    from = end + 1;
  }
}

/** Compares how often each word occurs in the index and in the records. */
async function compareIndexedWords(db: Db, datasetKey: number, counted: WordSums, note: Note): Promise<void> {
  const indexed = createWordSums();
  for await (const { word, count } of db.text.vocabulary(datasetKey)) indexed.add(word, count);
  const differing = indexed.differing(counted);
  if (differing > 0) note("words that are counted otherwise", differing, 0);
}

/** Counts words in hash buckets, to compare two ways of counting. The counts of all words of a dataset may not fit in memory. */
const SUMS = 2 ** 16;

type WordSums = {
  readonly add: (word: string, count: number) => void;
  /** A lower bound for the number of words with a different count there. */
  readonly differing: (other: WordSums) => number;
  readonly at: (index: number) => number;
};

export function createWordSums(): WordSums {
  const sums = new Int32Array(SUMS);
  const own: WordSums = {
    add: (word, count) => {
      const place = hash(word, 0x811c9dc5) & (SUMS - 1);
      sums[place] = (sums[place] ?? 0) + Math.imul(hash(word, 0x2c1b3c6d) | 1, count);
    },
    differing: (other) => sums.reduce((found, sum, index) => found + (sum === other.at(index) ? 0 : 1), 0),
    at: (index) => sums[index] ?? 0,
  };
  return own;
}

/** FNV-1a, with one more mixing step at the end. */
function hash(word: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) ^ (value >>> 12);
}
