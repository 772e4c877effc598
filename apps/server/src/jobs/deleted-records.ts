import { JOINED_WITHIN, MOST_DELETED_RECORDS } from "@postil/domain/datasets/bin";
import type { Selectable } from "kysely";
import { newId } from "../new-id.ts";
import { noteAudit } from "../storage/audit.ts";
import { taskDatasetId } from "../storage/dataset-rows.ts";
import { familyOf, hideRecords, namesFrom, showRecords, takenNames } from "../storage/deleted-records.ts";
import { takeDatasetKey } from "../storage/keys.ts";
import { partsBySize } from "../storage/parts.ts";
import { deleteRows, insertRows, rowsOf, updateRows } from "../storage/statements.ts";
import type { Context, HasDb } from "../storage/store.ts";
import type { DeletedRecordsTable, Seqs } from "../storage/tables.ts";
import { tellRestoredRecords } from "../usecases/feedback/tell.ts";
import { addJob } from "./add-job.ts";
import { fitRestored } from "./fit-restored.ts";
import type { Restored, Step, TakeStep } from "./job-kind.ts";

/** Deletions of records that can be undone: what a deletion keeps, how much all keep, and the way back (BIN-07 to BIN-11). */

export type DeletedRecords = Selectable<DeletedRecordsTable>;
type Family = DeletedRecords["family"];

/** The dataset of deleted records, which is there: of a task dataset `id` is `workspace.name`. */
export type DatasetOfRecords = {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly workspace: string;
  readonly workspaceId: string;
  readonly size: number;
};

/** Null if the dataset is deleted too. */
export async function datasetOfRecords(
  { db }: HasDb,
  { family, dataset_key }: Pick<DeletedRecords, "family" | "dataset_key">,
): Promise<DatasetOfRecords | null> {
  // Both tables have the columns that are named here.
  const row = await db
    .selectFrom(`${family as "dataset"} as own`)
    .innerJoin("workspace", "workspace.id", "own.workspace_id")
    .select([
      "own.key",
      "own.name",
      "workspace.name as workspace",
      "own.workspace_id as workspaceId",
      "next_seq as size",
    ])
    .$if(family === "dataset", (query) => query.select("own.id"))
    .where("own.key", "=", dataset_key)
    .executeTakeFirst();
  return row ? { ...row, id: row.id ?? taskDatasetId(row) } : null;
}

type Deletion = { readonly family: Family; readonly dataset: { readonly key: number; readonly id: string } };

/** Begins a deletion that a job goes on with. Returns its key. */
export async function beginDeletion(
  { db, now, caller }: Context,
  { family, dataset }: Deletion,
  state: "deleting" | "kept",
): Promise<number> {
  const key = await takeDatasetKey(db);
  // The operator of the server's machine has no account.
  const by = caller && caller.key !== 0 ? caller : null;
  await insertRows(db, "deleted_records", {
    ...{ key, id: newId(), dataset_key: dataset.key, family, state, records: 0, answers: 0, bytes: 0, preview: "" },
    ...{ deleted_at: now(), deleted_by_id: by?.id ?? null, deleted_by: by?.username ?? null },
  });
  return key;
}

/** Deletes a few records, so that they can be restored: together with those of `into`, if these are still kept. */
export async function deleteKept(
  context: Context,
  deletion: Deletion,
  seqs: Seqs,
  into: number | null = null,
): Promise<number | null> {
  if (seqs.length === 0) return into;
  const kept = { key: into ?? 0, dataset_key: deletion.dataset.key, state: "kept" } as const;
  const before = await rowsOf(context.db, "deleted_records", kept).select("key").executeTakeFirst();
  const joined = before?.key ?? (await joinedDeletion(context, deletion, seqs));
  const key = joined ?? (await beginDeletion(context, deletion, "kept"));
  await addToDeletion(context, deletion, key, seqs);
  return key;
}

/** The deletion that these records join: the last one, if a program deletes records one by one; null: none. */
async function joinedDeletion(
  { db, now, caller }: Context,
  { family, dataset }: Deletion,
  seqs: Seqs,
): Promise<number | null> {
  const newest = rowsOf(db, "deleted_records", { dataset_key: dataset.key })
    .select(["key", "state", "deleted_at", "deleted_by_id"])
    .orderBy("deleted_at", "desc")
    .limit(1);
  if (!(await newest.offset(MOST_DELETED_RECORDS.joined - 1).executeTakeFirst())) return null;
  const last = await newest.executeTakeFirst();
  if (last?.state !== "kept" || last.deleted_by_id !== caller?.id || last.deleted_at < now() - JOINED_WITHIN)
    return null;
  if (family === "task_dataset") return last.key;
  // No two records of a deletion have the same external id.
  const again = await db
    .selectFrom("record as going")
    .innerJoin("record as gone", "gone.external_id", "going.external_id")
    .select("going.seq")
    .where("going.dataset_key", "=", dataset.key)
    .where("going.seq", "in", seqs)
    .where("gone.dataset_key", "=", last.key)
    .executeTakeFirst();
  return again ? null : last.key;
}

/** Moves records to a deletion and makes room for them. */
export async function addToDeletion(
  context: Context,
  { family, dataset }: Deletion,
  key: number,
  seqs: Seqs,
): Promise<void> {
  const { db, now } = context;
  const added = await hideRecords(context, { family, dataset, deletedKey: key }, seqs);
  const [first = 0] = seqs;
  const { preview } = await db
    .updateTable("deleted_records")
    .set(({ eb }) => ({
      records: eb("records", "+", added.records),
      answers: eb("answers", "+", added.answers),
      bytes: eb("bytes", "+", added.bytes),
      deleted_at: now(),
    }))
    .where("key", "=", key)
    .returning("preview")
    .executeTakeFirstOrThrow();
  if (preview === "") {
    const { preview: previewAt } = await familyOf(family).parts(db, dataset);
    await updateRows(db, "deleted_records", { key }, { preview: await previewAt(key, first) });
  }
  await makeRoom(context, { key, dataset_key: dataset.key });
}

/** The job has deleted all of its records. If none was left to delete, nothing is kept. */
export async function endDeletion({ db }: Context, key: number): Promise<void> {
  await updateRows(db, "deleted_records", { key }, { state: "kept" });
  await deleteRows(db, "deleted_records", { key, records: 0 });
}

/** How many deletions one call removes to make room; the next ones go on. */
const REMOVED_AT_ONCE = 20;

/** Removes the oldest deletions if there are too many, or if they are too large together. The newest always stays. */
async function makeRoom(context: Context, newest: Pick<DeletedRecords, "key" | "dataset_key">): Promise<void> {
  const { inDataset, inAll, bytes } = MOST_DELETED_RECORDS;
  const all = context.db.selectFrom("deleted_records");
  for (let removed = 0; removed < REMOVED_AT_ONCE; removed++) {
    const there = await all
      .select(({ fn }) => [
        fn.countAll<number>().as("count"),
        fn.sum<number>("bytes").as("bytes"),
        fn.countAll<number>().filterWhere("dataset_key", "=", newest.dataset_key).as("own"),
      ])
      .executeTakeFirstOrThrow();
    const isBeyondOwn = there.own > inDataset;
    if (!isBeyondOwn && there.count <= inAll && there.bytes <= bytes) return;
    const oldest = await all
      .selectAll()
      .where(context.db.expressions.isAtRest("deleted_records"))
      .where("key", "<>", newest.key)
      .$if(isBeyondOwn, (query) => query.where("dataset_key", "=", newest.dataset_key))
      .orderBy("deleted_at")
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    await removeDeletion(context, oldest, "records_displaced");
  }
}

/** Ends what somebody has stopped, so that it cannot go on. */
export async function settleDeletion({ db }: Context, key: number): Promise<void> {
  await db.updateTable("job").set({ state: "done" }).where(db.expressions.movesThese(key)).execute();
  await updateRows(db, "deleted_records", { key }, { state: "kept", next_seq: 0 });
}

/** Removes deleted records for good: at once they cannot be restored any more, and a job removes their rows. */
export async function removeDeletion(
  context: Context,
  deletion: DeletedRecords,
  kind: "records_removed" | "records_expired" | "records_displaced",
): Promise<void> {
  const { key, records, state } = deletion;
  const dataset = await datasetOfRecords(context, deletion);
  if (state !== "kept") await settleDeletion(context, key);
  await deleteRows(context.db, "deleted_records", { key });
  await addJob(context, {
    name: "purge",
    dataset: { key, id: dataset?.id ?? null, workspace_id: dataset?.workspaceId ?? null },
    about: { vectorSettingsKey: null, target: null },
    ...(dataset && { total: dataset.size }),
  });
  if (dataset)
    await noteAudit(context, { kind, told: { dataset: dataset.name, workspace: dataset.workspace, records } });
}

/** Removes the rows of a dataset's deleted records, a part per call. Returns true if there may be more. */
export async function purgeDeletedRecords({ db }: HasDb, datasetKey: number, most: number): Promise<boolean> {
  const of = db.selectFrom("deleted_records").select("key").where("dataset_key", "=", datasetKey);
  const next = await of.limit(1).executeTakeFirst();
  if (!next) return false;
  const reached = await db.rows.remove({ datasetKey: next.key, vectorSettingsKey: null, target: null }, most);
  if (reached === null) await deleteRows(db, "deleted_records", { key: next.key });
  return true;
}

/** Records per step of a restoration, and their bytes: some tens of milliseconds, then other writes get their turn. */
const RESTORE_STEP = 250;
const RESTORE_BYTES = 2 ** 18;

/** True if a restoration is one step, so that no job is needed. */
export const isSmall = ({ records, bytes }: DeletedRecords): boolean =>
  records <= RESTORE_STEP && bytes <= RESTORE_BYTES;

/**
 * Restores the next records of a deletion. Those whose ids other records of the dataset have now stay deleted, and so do
 * those of another kind, and those whose labels have no room, as `fault` says: nothing is overwritten (BIN-09). The last step ends the deletion, or keeps what stays.
 */
export async function restoreNext(
  context: Context,
  key: number,
  dataset: Pick<DatasetOfRecords, "key" | "id" | "workspaceId">,
): Promise<Step & { readonly fault?: string | null }> {
  const { db } = context;
  const deletion = await db.selectFrom("deleted_records").selectAll().where("key", "=", key).executeTakeFirst();
  if (!deletion) return { done: 0, more: false };
  const { family, next_seq } = deletion;
  const next = await namesFrom(db, deletion, { from: next_seq, most: RESTORE_STEP });
  if (next.length === 0) return { done: 0, more: await endRestoration(context, deletion) };
  const sizes = await (await familyOf(family).parts(db, dataset)).sizes(
    key,
    next.map(({ seq }) => seq),
  );
  const [step = []] = partsBySize(next, ({ seq }) => sizes.get(seq) ?? 0, RESTORE_BYTES);
  const taken = await takenNames(db, deletion, step);
  const free = step.filter(({ name }) => {
    if (name === null) return true;
    if (taken.has(name)) return false;
    taken.add(name); // a deletion may have two records of a task dataset with one id
    return true;
  });
  const all = free.map(({ seq }) => seq);
  const { seqs, fault } =
    family === "task_dataset" ? await fitRestored(context, deletion, all) : { seqs: all, fault: null };
  const answers = await showRecords(context, { family, dataset, deletedKey: key }, seqs);
  if (family === "dataset") await tellRestoredRecords(context, { ...dataset, workspace_id: dataset.workspaceId }, seqs);
  const bytes = seqs.reduce((sum, seq) => sum + (sizes.get(seq) ?? 0), 0);
  await db
    .updateTable("deleted_records")
    .set(({ eb }) => ({
      records: eb("records", "-", seqs.length),
      answers: eb("answers", "-", answers),
      bytes: eb("bytes", "-", bytes),
      next_seq: (step.at(-1)?.seq ?? next_seq) + 1,
    }))
    .where("key", "=", key)
    .execute();
  return { done: step.length, more: true, fault };
}

/** Returns true if there is more to remove. */
async function endRestoration({ db }: Context, { key, records }: DeletedRecords): Promise<boolean> {
  if (records > 0) {
    await updateRows(db, "deleted_records", { key }, { state: "kept", next_seq: 0 });
    return false;
  }
  // Vectors of kinds that the dataset does not have any more.
  if ((await db.rows.remove({ datasetKey: key, vectorSettingsKey: null, target: null }, RESTORE_STEP)) !== null)
    return true;
  await deleteRows(db, "deleted_records", { key });
  return false;
}

export const restore: TakeStep = async (context, { about }) => {
  const { deletedKey }: Restored = JSON.parse(about);
  const deletion = await rowsOf(context.db, "deleted_records", { key: deletedKey })
    .select(["family", "dataset_key"])
    .executeTakeFirst();
  const dataset = deletion && (await datasetOfRecords(context, deletion));
  return dataset ? restoreNext(context, deletedKey, dataset) : { done: 0, more: false };
};
