import { type KeepDays, MOST_DELETED } from "@postil/domain/datasets/bin";
import { DAY } from "@postil/domain/time";
import type { Selectable } from "kysely";
import { addJob } from "../jobs/add-job.ts";
import { removeDeletion } from "../jobs/deleted-records.ts";
import { newId } from "../new-id.ts";
import { noteAudit } from "../storage/audit.ts";
import { taskDatasetId } from "../storage/dataset-rows.ts";
import { deleteRows, insertRows } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import type { DeletedDatasetTable } from "../storage/tables.ts";
import { removeLabelingRules, removeTaskSettings } from "../storage/task-datasets.ts";
import { operatorAsCaller } from "./accounts/operator.ts";
import { removeDeletedPerson } from "./bin-people.ts";

export type DeletedRow = Omit<Selectable<DeletedDatasetTable>, "row">;

/** All columns except the row of the dataset, which may take two megabytes. */
export const DELETED_COLUMNS = [
  ...(["key", "id", "family", "dataset_id", "name", "task", "workspace_id", "workspace", "size"] as const),
  ...(["records", "answers", "is_indexed", "deleted_at", "deleted_by_id", "deleted_by"] as const),
] as const;

type Deleted = Pick<DeletedRow, "key" | "dataset_id" | "task" | "workspace" | "answers">;

/**
 * Deletes a dataset of either family: its row leaves the table that all calls read, so nothing finds it, and its name is free.
 * Everything else stays where it is until the dataset is restored or removed for good (BIN-01). `keepDays` 0: for good at once.
 */
export async function moveToBin(context: Context, family: DeletedRow["family"], deleted: Deleted & KeepDays) {
  const { keepDays, ...facts } = deleted;
  const { db, now, caller } = context;
  // Both tables have the columns that are named here.
  const table = family as "dataset";
  const row = await db.selectFrom(table).selectAll().where("key", "=", facts.key).executeTakeFirstOrThrow();
  await deleteRows(db, table, { key: row.key });
  const by = caller && caller.id !== operatorAsCaller.id ? caller : null;
  const entry = {
    ...facts,
    id: newId(),
    family,
    name: row.name,
    workspace_id: row.workspace_id,
    size: row.next_seq,
    records: row.record_count,
    is_indexed: (family === "dataset" ? row.status === "ready" : row.next_seq > 0) ? (1 as const) : (0 as const),
    deleted_at: now(),
    deleted_by_id: by?.id ?? null,
    deleted_by: by?.username ?? null,
  };
  if (keepDays === 0) return removeRest(context, entry);
  await insertRows(db, "deleted_dataset", { ...entry, row: JSON.stringify(row) });
  await makeRoom(context, row.workspace_id);
}

/** Removes the oldest entry of the workspace, or of all, if there are too many now. */
async function makeRoom(context: Context, workspaceId: string): Promise<void> {
  const newest = context.db.selectFrom("deleted_dataset").select(DELETED_COLUMNS).orderBy("deleted_at", "desc");
  const beyond =
    (await newest
      .where("workspace_id", "=", workspaceId)
      .offset(MOST_DELETED.inWorkspace)
      .limit(1)
      .executeTakeFirst()) ?? (await newest.offset(MOST_DELETED.inAll).limit(1).executeTakeFirst());
  if (beyond) await removeForGood(context, beyond, "dataset_displaced");
}

/** Removes a deleted dataset for good: at once it cannot be restored any more, and a job removes its rows. */
export async function removeForGood(
  context: Context,
  entry: DeletedRow,
  kind: "dataset_removed" | "dataset_expired" | "dataset_displaced",
): Promise<void> {
  await deleteRows(context.db, "deleted_dataset", { key: entry.key });
  await removeRest(context, entry);
  const told = { dataset: entry.name, workspace: entry.workspace };
  await noteAudit(context, { kind, told });
}

async function removeRest(context: Context, entry: DeletedRow): Promise<void> {
  const { db } = context;
  // Their files go when nothing names them (snapshots/keep.ts).
  await deleteRows(db, "snapshot", { dataset_key: entry.key });
  if (entry.dataset_id !== null)
    for (const part of ["field", "question", "metadata_property", "vector_settings"] as const)
      await deleteRows(db, part, { dataset_id: entry.dataset_id });
  else {
    await removeTaskSettings(db, entry.key);
    await removeLabelingRules(db, entry.key, null);
  }
  const { key, workspace_id, size: total } = entry;
  const dataset = { key, id: entry.dataset_id ?? taskDatasetId(entry), workspace_id };
  await addJob(context, { name: "purge", dataset, about: { vectorSettingsKey: null, target: null }, total });
}

/** How many entries one call removes: their rules and settings go with them. */
const REMOVED_AT_ONCE = 10;

const expired = ({ db, now }: Context, { keepDays }: KeepDays) =>
  db
    .selectFrom("deleted_dataset")
    .select(DELETED_COLUMNS)
    .where("deleted_at", "<=", now() - keepDays * DAY)
    .orderBy("deleted_at");

/** True if something was deleted too long ago. A read, so that a start writes nothing if there is nothing to remove. */
const hasExpired = async (context: Context, keep: KeepDays): Promise<boolean> =>
  (await expired(context, keep).limit(1).executeTakeFirst()) !== undefined ||
  (await expiredRecords(context, keep).limit(1).executeTakeFirst()) !== undefined ||
  (await expiredPeople(context, keep).limit(1).executeTakeFirst()) !== undefined;

const expiredPeople = ({ db, now }: Context, { keepDays }: KeepDays) =>
  db
    .selectFrom("deleted_person as gone")
    .innerJoin("user", "user.key", "gone.user_key")
    .select(["gone.user_key", "user.id as person_id", "user.username"])
    .where("gone.deleted_at", "<=", now() - keepDays * DAY)
    .orderBy("gone.deleted_at");

const expiredRecords = ({ db, now }: Context, { keepDays }: KeepDays) =>
  db
    .selectFrom("deleted_records")
    .selectAll()
    .where("deleted_at", "<=", now() - keepDays * DAY)
    .where(db.expressions.isAtRest("deleted_records"))
    .orderBy("deleted_at");

/** Removes what was deleted too long ago, the oldest first, a few at a time. */
async function removeExpired(context: Context, keep: KeepDays): Promise<void> {
  for (const entry of await expired(context, keep).limit(REMOVED_AT_ONCE).execute())
    await removeForGood(context, entry, "dataset_expired");
  for (const records of await expiredRecords(context, keep).limit(REMOVED_AT_ONCE).execute())
    await removeDeletion(context, records, "records_expired");
  for (const person of await expiredPeople(context, keep).limit(REMOVED_AT_ONCE).execute())
    await removeDeletedPerson(context, person, "person_expired");
}

export const deletionCalls = { reads: { hasExpired }, writes: { removeExpired } } as const;
