import { fieldText } from "@postil/domain/records/record";
import { eachWord } from "@postil/domain/text/text-analysis";
import { loadFieldNames, metadataPropertyFromRow, questionFromRow } from "./dataset-rows.ts";
import { allTargets, type FilterTargets, type FilterValue, filterTargets } from "./filter-targets.ts";
import { addFilterValues, metadataValues, suggestionValues } from "./filter-values.ts";
import { readTexts } from "./read-records.ts";
import { noteChanged, type Stretch } from "./sqlite/changed-blocks.ts";
import { addTexts, createTextIndex, dropTextIndex, readVocabulary } from "./sqlite/text-index.ts";
import type { Db } from "./tables.ts";

/** Recomputes search data from records and suggestions: a rebuild writes it, a check compares it. */

type SearchedDataset = {
  readonly key: number;
  readonly id: string;
  readonly status: string;
  readonly next_seq: number;
};

/** Number of records per step: memory use does not grow with the dataset. */
const STEP = 4096;

export async function loadTargets(db: Db, datasetId: string): Promise<FilterTargets> {
  const properties = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", datasetId).execute();
  const questions = await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).execute();
  return filterTargets(
    properties.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) })),
    questions.map((row) => ({ key: row.key, ...questionFromRow(row) })),
  );
}

function* stretches({ next_seq }: SearchedDataset): Generator<Stretch> {
  for (let from = 0; from < next_seq; from += STEP) yield { from, to: from + STEP };
}

async function metadataOf(
  db: Db,
  datasetKey: number,
  { from, to }: Stretch,
  properties: FilterTargets["properties"],
): Promise<FilterValue[]> {
  const rows = await db
    .selectFrom("record")
    .select(["seq", "metadata"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .where("metadata", "is not", null)
    .execute();
  return rows.flatMap(({ seq, metadata }) =>
    metadataValues(properties, seq, { metadata: JSON.parse(metadata ?? "null"), metadataText: metadata ?? undefined }),
  );
}

async function valuesOf(db: Db, datasetKey: number, stretch: Stretch, targets: FilterTargets): Promise<FilterValue[]> {
  const suggestions = await db
    .selectFrom("suggestion")
    .select(["seq", "question_key", "value", "score", "agent"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", ">=", stretch.from)
    .where("seq", "<", stretch.to)
    .execute();
  const suggested = suggestions.flatMap((row) =>
    suggestionValues(targets.answers, {
      seq: row.seq,
      questionKey: row.question_key,
      value: JSON.parse(row.value),
      score: JSON.parse(row.score ?? "null"),
      agent: row.agent,
    }),
  );
  return [...(await metadataOf(db, datasetKey, stretch, targets.properties)), ...suggested];
}

/** Writes the values of a new property for existing records: a pass over all of them. */
export async function addProperty(
  db: Db,
  dataset: SearchedDataset,
  property: FilterTargets["properties"][number],
): Promise<void> {
  for (const stretch of stretches(dataset)) {
    await addFilterValues(db, dataset.key, await metadataOf(db, dataset.key, stretch, [property]));
  }
}

/** Rebuilds filter values and words of a dataset, in the caller's transaction. */
export async function rebuildSearch(db: Db, dataset: SearchedDataset): Promise<void> {
  await db.deleteFrom("filter_value").where("dataset_key", "=", dataset.key).execute();
  await dropTextIndex(db, dataset.key);
  const seqs = Array.from({ length: dataset.next_seq }, (_, seq) => seq);
  for (const part of ["values", "words"] as const) await noteChanged(db, dataset.key, part, seqs);
  if (dataset.status === "draft") return;
  const fields = await loadFieldNames(db, dataset.id);
  const targets = await loadTargets(db, dataset.id);
  await createTextIndex(db, dataset.key, fields.length);
  for (const stretch of stretches(dataset)) {
    await addTexts(db, dataset.key, fields, await readTexts(db, dataset.key, stretch));
    await addFilterValues(db, dataset.key, await valuesOf(db, dataset.key, stretch, targets));
  }
}

/** Reports where filter values and words differ from the records and suggestions. */
export async function compareSearch(db: Db, dataset: SearchedDataset, note: Note): Promise<void> {
  if (dataset.status === "draft") return;
  const targets = await loadTargets(db, dataset.id);
  const known = allTargets(targets);
  for (const stretch of known.length > 0 ? stretches(dataset) : []) {
    const counted = await valuesOf(db, dataset.key, stretch, targets);
    await compareFilterValues(db, dataset.key, { targets: known, stretch }, counted, note);
  }
  const fields = await loadFieldNames(db, dataset.id);
  const words = createWordSums();
  for (const stretch of stretches(dataset)) {
    for (const { fields: texts } of await readTexts(db, dataset.key, stretch))
      for (const name of fields) eachWord(fieldText(texts, name) ?? "", (word) => words.add(word, 1));
  }
  await compareIndexedWords(db, dataset.key, words, note);
}

/** Reports one difference, for `postil doctor`. */
export type Note = (what: string, stored: number, counted: number) => void;

/**
 * Compares the filter values of a range of records, for these targets: values that are stored and not counted, or counted and
 * not stored.
 */
export async function compareFilterValues(
  db: Db,
  datasetKey: number,
  { targets, stretch: { from, to } }: { readonly targets: readonly number[]; readonly stretch: Stretch },
  counted: readonly FilterValue[],
  note: Note,
): Promise<void> {
  const stored = await db
    .selectFrom("filter_value")
    .select(["target", "value", "seq"])
    .where("dataset_key", "=", datasetKey)
    .where("target", "in", targets)
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .execute();
  const left = new Set(counted.map(([target, value, seq]) => JSON.stringify([target, value, seq])));
  const extra = stored.filter(({ target, value, seq }) => !left.delete(JSON.stringify([target, value, seq])));
  const differing = left.size + extra.length;
  if (differing > 0) note(`records ${from} to ${to}: filter values that differ`, differing, 0);
}

/** Compares how often each word occurs in the index and in the records. */
export async function compareIndexedWords(db: Db, datasetKey: number, counted: WordSums, note: Note): Promise<void> {
  const indexed = createWordSums();
  for await (const { word, count } of readVocabulary(db, datasetKey)) indexed.add(word, count);
  const differing = indexed.differing(counted);
  if (differing > 0) note("words that are counted otherwise", differing, 0);
}

/**
 * Counts words in hash buckets, to compare two ways of counting. The counts of all words of a dataset may not fit in memory.
 */
const SUMS = 2 ** 16;

export type WordSums = {
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
