import type { Kysely } from "kysely";
import type { FilterValue } from "./filter-targets.ts";
import { readVocabulary } from "./sqlite/text-index.ts";
import type { Tables } from "./tables.ts";
import { createWordSums, type WordSums } from "./word-sums.ts";

/**
 * Compares the stored search data with the data that follows from the records of a dataset, for both families (`postil
 * doctor`).
 */

/** Reports one difference. */
export type Note = (what: string, stored: number, counted: number) => void;

type Stretch = { readonly from: number; readonly to: number };

/**
 * Compares the filter values of a range of records, for these targets: values that are stored and not counted, or counted and
 * not stored.
 */
export async function compareFilterValues(
  db: Kysely<Tables>,
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
export async function compareIndexedWords(
  db: Kysely<Tables>,
  datasetKey: number,
  counted: WordSums,
  note: Note,
): Promise<void> {
  const indexed = createWordSums();
  for await (const { word, count } of readVocabulary(db, datasetKey)) indexed.add(word, count);
  const differing = indexed.differing(counted);
  if (differing > 0) note("words that are counted otherwise", differing, 0);
}
