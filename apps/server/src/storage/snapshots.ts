import type { SnapshotSeal } from "@postil/domain/datasets/snapshot";
import { timeToText } from "@postil/domain/time";
import type { Selectable } from "kysely";
import type { Db, SnapshotTable } from "./tables.ts";

export type SnapshotRow = Selectable<SnapshotTable>;

/** `folder`: where the files of snapshots are. `server`: the name of this server, if the data has several. */
export type SnapshotPlace = { readonly folder: string; readonly server: string | null };

/** A dataset of either family by the names that its calls use. */
export type NamedDataset = { readonly datasetId: string } | { readonly workspace: string; readonly name: string };

/** The dataset of a snapshot; null if either is gone, or in the bin. */
export async function datasetOfSnapshot(
  db: Db,
  { family, dataset_key }: Pick<SnapshotRow, "family" | "dataset_key">,
): Promise<NamedDataset | null> {
  if (family === "dataset") {
    const row = await db.selectFrom("dataset").select("id").where("key", "=", dataset_key).executeTakeFirst();
    return row ? { datasetId: row.id } : null;
  }
  const row = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["workspace.name as workspace", "task_dataset.name"])
    .where("key", "=", dataset_key)
    .executeTakeFirst();
  return row ?? null;
}

/** The same by the key of the snapshot; null also if it is whole: it is not taken a second time, at a later moment. */
export async function snapshotByKey(db: Db, key: number): Promise<NamedDataset | null> {
  const row = await db.selectFrom("snapshot").selectAll().where("key", "=", key).executeTakeFirst();
  return row?.taken_at === null ? datasetOfSnapshot(db, row) : null;
}

/** Its name in the folder of snapshots. */
export const snapshotFile = ({ id }: Pick<SnapshotRow, "id">): string => `${id}.gz`;

/** What its files say about it; null while it is not whole. */
export const sealOfRow = ({ name, taken_at, hash, digests, records, answers }: SnapshotRow): SnapshotSeal | null =>
  taken_at === null || hash === null || digests === null
    ? null
    : {
        name,
        taken_at: timeToText(taken_at),
        hash,
        digests: JSON.parse(digests),
        counts: { records: records ?? 0, answers: answers ?? 0 },
      };
