import { fieldText } from "@postil/domain/records/record";
import { wordTexts } from "@postil/domain/text/text-analysis";
import { loadFieldNames, metadataPropertyFromRow, questionFromRow } from "./dataset-rows.ts";
import type { FamilyOfRecords, SearchedDataset } from "./family.ts";
import { allTargets, type FilterTargets, type FilterValue, filterTargets } from "./filter-targets.ts";
import { addFilterValues, metadataValues, suggestionValues } from "./filter-values.ts";
import { readTexts, type TextOfRecord } from "./read-records.ts";
import type { Stretch } from "./sqlite/changed-blocks.ts";
import type { IndexedTexts } from "./sqlite/text-index.ts";
import type { Db } from "./tables.ts";

/** Computes the search data of feedback datasets from their records and suggestions. */

export const FEEDBACK: FamilyOfRecords = {
  table: "record",
  datasets: "dataset",
  load: async (db) => {
    const columns = ["key", "id", "status", "next_seq", "record_count"] as const;
    const rows = await db.selectFrom("dataset").select(columns).execute();
    return rows.map(({ status, ...row }) => ({ ...row, isIndexed: status !== "draft" }));
  },
  search: async (db, dataset) => {
    const fields = await loadFieldNames(db, dataset.id);
    const targets = await loadTargets(db, dataset.id);
    return {
      columns: fields.length,
      targets: allTargets(targets),
      wholes: targets.properties.flatMap(({ isWhole, target }) => (isWhole ? target : [])),
      stretches: async function* () {
        for (const stretch of stretches(dataset)) {
          const texts = async () => (await readTexts(db, dataset.key, stretch)).map((one) => recordTexts(fields, one));
          yield { ...stretch, texts, values: () => valuesOf(db, dataset.key, stretch, targets) };
        }
      },
    };
  },
};

/** Number of records per step. */
const STEP = 4096;

function* stretches({ next_seq }: Pick<SearchedDataset, "next_seq">): Generator<Stretch> {
  for (let from = 0; from < next_seq; from += STEP) yield { from, to: from + STEP };
}

/** The row of a record in the text index. `fields`: the names of all fields in the order of the columns. */
export const recordTexts = (fields: readonly string[], { seq, fields: texts }: TextOfRecord): IndexedTexts => [
  seq,
  ...fields.map((name) => wordTexts(fieldText(texts, name) ?? "").join(" ")),
];

export async function loadTargets(db: Db, datasetId: string): Promise<FilterTargets> {
  const properties = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", datasetId).execute();
  const questions = await db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).execute();
  return filterTargets(
    properties.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) })),
    questions.map((row) => ({ key: row.key, ...questionFromRow(row) })),
  );
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
  dataset: Pick<SearchedDataset, "key" | "next_seq">,
  property: FilterTargets["properties"][number],
): Promise<void> {
  for (const stretch of stretches(dataset)) {
    await addFilterValues(db, dataset.key, await metadataOf(db, dataset.key, stretch, [property]));
  }
}
