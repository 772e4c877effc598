import { fieldText } from "@postil/domain/records/record";
import { eachWord } from "@postil/domain/text/text-analysis";
import type { Kysely } from "kysely";
import { compareFilterValues, compareIndexedWords, type Note } from "./compare-search.ts";
import { loadFieldNames } from "./dataset-fields.ts";
import { metadataPropertyFromRow, questionFromRow } from "./dataset-rows.ts";
import { allTargets, type FilterTargets, type FilterValue, filterTargets } from "./filter-targets.ts";
import { addFilterValues, metadataValues, suggestionValues } from "./filter-values.ts";
import { readTexts } from "./record-texts.ts";
import { noteChanged } from "./sqlite/changed-blocks.ts";
import { addTexts, createTextIndex, dropTextIndex } from "./sqlite/text-index.ts";
import type { Tables } from "./tables.ts";
import { createWordSums } from "./word-sums.ts";

/** Recomputes search data from records and suggestions: a rebuild writes it, a check compares it. */

export type SearchedDataset = {
  readonly key: number;
  readonly id: string;
  readonly status: string;
  readonly next_seq: number;
};

/** Number of records per step: memory use does not grow with the dataset. */
const STEP = 4096;

/** The targets of a dataset by id. */
export async function loadTargets(db: Kysely<Tables>, datasetId: string): Promise<FilterTargets> {
  const properties = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", datasetId).execute();
  const questions = await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).execute();
  return filterTargets(
    properties.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) })),
    questions.map((row) => ({ key: row.key, ...questionFromRow(row) })),
  );
}

type Stretch = { readonly from: number; readonly to: number };

function* stretches({ next_seq }: SearchedDataset): Generator<Stretch> {
  for (let from = 0; from < next_seq; from += STEP) yield { from, to: from + STEP };
}

async function metadataOf(
  db: Kysely<Tables>,
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

async function valuesOf(
  db: Kysely<Tables>,
  datasetKey: number,
  stretch: Stretch,
  targets: FilterTargets,
): Promise<FilterValue[]> {
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
  db: Kysely<Tables>,
  dataset: SearchedDataset,
  property: FilterTargets["properties"][number],
): Promise<void> {
  for (const stretch of stretches(dataset)) {
    await addFilterValues(db, dataset.key, await metadataOf(db, dataset.key, stretch, [property]));
  }
}

/** Rebuilds filter values and words of a dataset, in the caller's transaction. */
export async function rebuildSearch(db: Kysely<Tables>, dataset: SearchedDataset): Promise<void> {
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
export async function compareSearch(db: Kysely<Tables>, dataset: SearchedDataset, note: Note): Promise<void> {
  if (dataset.status === "draft") return;
  await compareValues(db, dataset, note);
  await compareWords(db, dataset, note);
}

async function compareValues(db: Kysely<Tables>, dataset: SearchedDataset, note: Note): Promise<void> {
  const targets = await loadTargets(db, dataset.id);
  const known = allTargets(targets);
  for (const stretch of stretches(dataset)) {
    if (known.length === 0) return;
    const counted = await valuesOf(db, dataset.key, stretch, targets);
    await compareFilterValues(db, dataset.key, { targets: known, stretch }, counted, note);
  }
}

async function compareWords(db: Kysely<Tables>, dataset: SearchedDataset, note: Note): Promise<void> {
  const fields = await loadFieldNames(db, dataset.id);
  const counted = createWordSums();
  for (const stretch of stretches(dataset)) {
    for (const { fields: texts } of await readTexts(db, dataset.key, stretch))
      for (const name of fields) eachWord(fieldText(texts, name) ?? "", (word) => counted.add(word, 1));
  }
  await compareIndexedWords(db, dataset.key, counted, note);
}
