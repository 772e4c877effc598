import { changeLive } from "./blocks.ts";
import { compiled } from "./compiled.ts";
import type { IndexedTexts } from "./engine.ts";
import { removeFilterValues } from "./filter-values.ts";
import { inChunks, type Stretch } from "./parts.ts";
import { changeRows } from "./statements.ts";
import type { Db, Seqs } from "./tables.ts";
import type { FilterValue } from "./value-sources.ts";

/** What differs between the records of feedback datasets and of task datasets. Rebuild, check and removal are written once. */
export type FamilyOfRecords = {
  readonly table: "record" | "task_record";
  readonly datasets: "dataset" | "task_dataset";
  readonly load: (db: Db) => Promise<readonly SearchedDataset[]>;
  readonly search: (db: Db, dataset: SearchedDataset) => Promise<SearchData>;
  readonly parts: (db: Db, dataset: Pick<SearchedDataset, "key" | "id">) => Promise<RecordParts>;
};

/** What the records of a dataset may have. */
type RecordParts = {
  readonly targets: readonly number[];
  readonly vectors: readonly { readonly key: number }[];
  /** Bytes of each record, with its answers, suggestions and vectors. */
  readonly sizes: (datasetKey: number, seqs: Seqs) => Promise<ReadonlyMap<number, number>>;
  /** Search data of records that are stored under any key, computed from them. */
  readonly searched: (
    datasetKey: number,
    seqs: Seqs,
  ) => Promise<{ readonly values: readonly FilterValue[]; readonly texts: readonly IndexedTexts[] }>;
  readonly preview: (datasetKey: number, seq: number) => Promise<string>;
};

export type SearchedDataset = {
  readonly key: number;
  /** Of a task dataset `workspace.name`. */
  readonly id: string;
  readonly next_seq: number;
  readonly record_count: number;
  /** True if it has a text index. Without one it has no search data at all. */
  readonly isIndexed: boolean;
};

/** What searches of a dataset go by. */
type SearchData = {
  /** Number of columns of the text index. */
  readonly columns: number;
  /** Every target that the values of its records may have, and those of whole numbers among them. */
  readonly targets: readonly number[];
  readonly wholes: readonly number[];
  /** A few records at a time: memory use does not grow with the dataset. `learn`: new targets are added as they occur. */
  readonly stretches: (learn: boolean) => AsyncIterable<SearchedStretch>;
};

/** Search data of a range of records, computed from the records on request. */
export type SearchedStretch = Stretch & {
  readonly values: () => Promise<readonly FilterValue[]>;
  readonly texts: () => Promise<readonly IndexedTexts[]>;
  /** Writes and compares what only this family derives. */
  readonly rebuildRest?: () => Promise<void>;
  readonly compareRest?: (note: Note) => void;
};

/** Reports one difference, for `postil doctor`. */
export type Note = (what: string, stored: number, counted: number) => void;

type Removed = Pick<SearchedDataset, "key" | "id">;

/** Removes what records are found by. */
export async function removeSearched(
  db: Db,
  datasetKey: number,
  { targets }: Pick<RecordParts, "targets">,
  seqs: Seqs,
): Promise<void> {
  await db.text.remove(datasetKey, seqs);
  await inChunks(seqs, (some) => removeFilterValues(db, datasetKey, targets, some));
}

/** Removes records with what both families have: texts, values, vectors and flags. */
export async function removeRecordRows(
  db: Db,
  { table, datasets, parts }: FamilyOfRecords,
  dataset: Removed,
  seqs: Seqs,
): Promise<void> {
  const { key: datasetKey } = dataset;
  const { vectors, ...found } = await parts(db, dataset);
  const kinds = vectors.map(({ key }) => key);
  await removeSearched(db, datasetKey, found, seqs);
  await inChunks(seqs, async (some) => {
    const ofKinds = db
      .deleteFrom("vector")
      .where("dataset_key", "=", datasetKey)
      .where("vector_settings_key", "in", kinds);
    if (kinds.length > 0) await ofKinds.where("seq", "in", some).execute();
    await db.vectors.remove(datasetKey, kinds, some);
    for (const own of ["flag", "brought", table] as const)
      await db.deleteFrom(own).where("dataset_key", "=", datasetKey).where("seq", "in", some).execute();
  });
  await changeLive(db, { table: datasets, key: datasetKey }, seqs, false);
}

const flaggedOf = compiled((db, datasetKey: number, seqs: Seqs) =>
  db.selectFrom("flag").select("seq").where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

const setPreviews = changeRows("flag", { key: ["dataset_key", "seq"], take: ["preview"] });

/**
 * Updates the previews of flags, which show the present texts of their records. `records`: those whose texts have changed;
 * `preview` is asked of flagged ones only.
 */
export async function renewPreviews<Changed extends { readonly seq: number }>(
  db: Db,
  datasetKey: number,
  records: readonly Changed[],
  preview: (record: Changed) => string,
): Promise<void> {
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  await inChunks([...bySeq.keys()], async (some) => {
    const flagged = new Set((await flaggedOf(db, datasetKey, some)).map(({ seq }) => seq));
    const rows = [...flagged].flatMap((seq) => {
      const record = bySeq.get(seq);
      return record ? { dataset_key: datasetKey, seq, preview: preview(record) } : [];
    });
    await setPreviews(db, rows);
  });
}
