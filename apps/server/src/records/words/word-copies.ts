import { fieldText } from "@postil/domain/records/record";
import { wordsOf } from "@postil/domain/text/text-analysis";
import { readTexts } from "../../storage/feedback-family.ts";
import type { Stretch } from "../../storage/parts.ts";
import type { Db } from "../../storage/tables.ts";
import { takeRoom } from "../columns/room.ts";
import type { Search } from "../search.ts";
import {
  addTimes,
  clearTimes,
  createWordCopy,
  createWordCounts,
  setLength,
  type WordCopy,
  type WordCounts,
  widenWordCopy,
} from "./word-copy.ts";

/** `read`: the lengths of records before this are included; `version`: the last change that is included. */
type Kept = { readonly copy: WordCopy; read: number; version: number };

/** A word in a smaller share of the records is looked up in the index, which is as fast and needs no memory. */
const FREQUENT = 1 / 32;
/** If more records were written, the copy is built again: to cut a text takes longer than to count it in the index. */
const MOST_CUT = 8192;
const LEAST_SIZE = 1024;

/** By dataset key. */
const COPIES = { make: () => new Map<number, Kept>() };

export type CountedWords = { readonly copy: WordCopy; readonly counts: readonly WordCounts[] };

/**
 * The counts of some words in all records, with everything that was written before the state that this read sees. Null if a
 * word is not frequent, is not counted yet, or does not fit in memory.
 */
export async function countedWords(
  search: Search,
  words: readonly string[],
  field: number | null,
): Promise<CountedWords | null> {
  const known = search.db.copies.of(COPIES).get(search.datasetKey);
  const unknown = words.filter((word) => !known?.copy.counts.has(keyOf(word, field)));
  for (const word of unknown) {
    if ((await search.db.text.countHaving(search.datasetKey, word)) < search.size * FREQUENT) return null;
  }
  const copy = await upToDateCopy(search);
  if (!copy) return null;
  const counts: WordCounts[] = [];
  for (const word of words) {
    const counted = await countsOf(search, copy, word, field);
    if (!counted) return null;
    counts.push(counted);
  }
  return { copy, counts };
}

const keyOf = (word: string, field: number | null): string => `${field ?? ""} ${word}`;

async function upToDateCopy(search: Search): Promise<WordCopy | null> {
  const { db, datasetKey, size, allowance } = search;
  const all = db.copies.of(COPIES);
  const kept = all.get(datasetKey) ?? (await begin(search));
  widenWordCopy(kept.copy, size);
  const { lengths } = kept.copy;
  if (!takeRoom(db, `${datasetKey} lengths`, lengths.byteLength, () => all.delete(datasetKey))) return null;
  all.set(datasetKey, kept);
  while (kept.read < size) {
    if (allowance.left <= 0) return null;
    const to = kept.read + allowance.left;
    await putLengths(search, kept.copy, { from: kept.read, to });
    allowance.left -= Math.min(to, size) - kept.read;
    kept.read = to;
  }
  if (await takeChanges(search, kept)) return kept.copy;
  all.delete(datasetKey);
  return null;
}

async function begin({ db, datasetKey, size }: Search): Promise<Kept> {
  const version = await db.changes.lastVersion(datasetKey, "words");
  return { copy: createWordCopy(Math.max(size, LEAST_SIZE)), read: 0, version };
}

async function putLengths({ db, datasetKey }: Search, copy: WordCopy, stretch: Stretch): Promise<void> {
  const { seqs, lengths } = await db.text.lengths(datasetKey, stretch);
  for (const [index, seq] of seqs.entries()) setLength(copy, seq, lengths[index] ?? 0);
}

/** Applies the changed records. Returns false if there are too many. */
async function takeChanges({ db, datasetKey }: Search, kept: Kept): Promise<boolean> {
  const { version, stretches } = await db.changes.after(datasetKey, "words", kept.version);
  if (stretches.reduce((sum, { from, to }) => sum + to - from, 0) > MOST_CUT) return false;
  for (const stretch of stretches) await recount(db, datasetKey, kept.copy, stretch);
  kept.version = version;
  kept.read = Math.max(kept.read, ...stretches.map(({ to }) => to));
  return true;
}

async function recount(db: Db, datasetKey: number, copy: WordCopy, stretch: Stretch): Promise<void> {
  const { from, to } = stretch;
  for (let seq = from; seq < Math.min(to, copy.lengths.length); seq++) setLength(copy, seq, null);
  for (const counts of copy.counts.values()) clearTimes(counts, from, to);
  for (const { seq, words } of await readWords(db, datasetKey, stretch)) {
    setLength(
      copy,
      seq,
      words.reduce((sum, ofField) => sum + ofField.length, 0),
    );
    for (const counts of copy.counts.values()) {
      const looked = counts.field === null ? words.flat() : (words[counts.field] ?? []);
      addTimes(counts, seq, looked.filter((word) => word === counts.word).length);
    }
  }
}

async function countsOf(
  { db, datasetKey, allowance }: Search,
  copy: WordCopy,
  word: string,
  field: number | null,
): Promise<WordCounts | null> {
  const key = keyOf(word, field);
  const size = copy.lengths.length;
  if (!takeRoom(db, `${datasetKey} word ${key}`, size, () => copy.counts.delete(key))) return null;
  const known = copy.counts.get(key);
  if (known) return known;
  if (allowance.left <= 0) return null;
  const occurrences = await db.text.occurrences(datasetKey, word, field);
  allowance.left -= occurrences.length;
  const counts = createWordCounts(word, field, size, occurrences);
  copy.counts.set(key, counts);
  return counts;
}

type CutText = {
  readonly seq: number;
  /** The words of each field, in column order. */
  readonly words: readonly (readonly string[])[];
};

/** The words of a range of records, cut as for the index. */
async function readWords(db: Db, datasetKey: number, stretch: Stretch): Promise<CutText[]> {
  const fields = await db
    .selectFrom("field")
    .innerJoin("dataset", "dataset.id", "field.dataset_id")
    .select("field.name")
    .where("dataset.key", "=", datasetKey)
    .orderBy("field.inserted_at")
    .execute();
  return (await readTexts(db, datasetKey, stretch)).map(({ seq, fields: texts }) => ({
    seq,
    words: fields.map(({ name }) => wordsOf(fieldText(texts, name) ?? "").map(({ text }) => text)),
  }));
}
