import type { InDataset } from "@postil/domain/accounts/audit";
import { isManager, isOwner, isPrivileged } from "@postil/domain/accounts/policies";
import { type Deleted, freeName, type KeepDays, keptUntil, type Restoration } from "@postil/domain/datasets/bin";
import { DATASET_NAME, TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../storage/audit.ts";
import { taskDatasetId } from "../storage/dataset-rows.ts";
import { insertRows, rowsOf } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import {
  findDeletedPerson,
  getDeletedPerson,
  listDeletedPeople,
  removeDeletedPerson,
  restoreDeletedPerson,
} from "./bin-people.ts";
import {
  answersOf,
  deletedBy,
  findDeletedRecords,
  getDeletedRecords,
  listDeletedRecords,
  type OfDeleted,
  type RestoredRecords,
  removeDeletedRecords,
  restoreDeletedRecords,
} from "./bin-records.ts";
import { DELETED_COLUMNS, type DeletedRow, removeForGood } from "./deletions.ts";
import { refuseTakenName as refuseTakenDataset } from "./feedback/datasets.ts";
import { tellDataset } from "./feedback/tell.ts";
import { forbidden, requireCaller, requireManager, requireThat } from "./refuse.ts";
import { refuseTakenName as refuseTakenTaskDataset } from "./tasks/datasets.ts";

/** What was deleted and can be restored: for owners, and for admins what is of their workspaces (BIN-03, BIN-08). */

const entries = ({ db }: Context) =>
  db
    .selectFrom("deleted_dataset as gone")
    .leftJoin("workspace", "workspace.id", "gone.workspace_id")
    .leftJoin("user", "user.id", "gone.deleted_by_id")
    .select(DELETED_COLUMNS.map((column) => `gone.${column}` as const))
    // A workspace that was renamed has its present name.
    .select(({ fn }) => fn.coalesce("workspace.name", "gone.workspace").as("workspace"))
    .select(["user.first_name", "user.last_name"]);

type Entry = Awaited<ReturnType<ReturnType<typeof entries>["execute"]>>[number];

const deletedFromRow = (row: Entry, { keepDays }: KeepDays): Deleted => ({
  ...{ id: row.id, kind: "dataset", state: "kept", preview: "" },
  name: row.name,
  task: row.task,
  workspaceId: row.workspace_id,
  workspace: row.workspace,
  records: row.records,
  answers: row.answers,
  deletedAt: row.deleted_at,
  deletedBy: deletedBy(row),
  keptUntil: keptUntil(row.deleted_at, keepDays),
});

/** The latest first. */
async function listDeleted(context: Context, keep: KeepDays): Promise<Deleted[]> {
  const caller = requireThat(context, isPrivileged);
  const rows = await entries(context)
    .$if(!isOwner(caller), (query) => query.where("gone.workspace_id", "in", caller.workspaceIds))
    .execute();
  const all = [
    ...rows.map((row) => deletedFromRow(row, keep)),
    ...(await listDeletedRecords(context, keep)),
    ...(await listDeletedPeople(context, keep)),
  ];
  return all.sort((one, other) => other.deletedAt - one.deletedAt);
}

/** 404 before 403. A dataset whose workspace is deleted too is for owners. */
async function loadDeleted(context: Context, { deletedId }: OfDeleted): Promise<Entry> {
  const caller = requireCaller(context);
  const row = await entries(context).where("gone.id", "=", deletedId).executeTakeFirst();
  if (!row) throw new Refusal("not_found", `Deleted dataset with id \`${deletedId}\` not found`);
  const may = row.workspace_id === null ? isOwner(caller) : isManager(caller, row.workspace_id);
  if (!may) throw forbidden();
  return row;
}

/** What a restoration would do now (BIN-04). */
async function getDeleted(context: Context, { keepDays, ...of }: OfDeleted & KeepDays): Promise<Deleted & Restoration> {
  const records = await findDeletedRecords(context, of);
  if (records) return getDeletedRecords(context, records, { keepDays });
  const person = await findDeletedPerson(context, of);
  if (person) return getDeletedPerson(context, person, { keepDays });
  const row = await loadDeleted(context, of);
  const named = await namesIn(context, row);
  return {
    ...deletedFromRow(row, { keepDays }),
    offeredName: freeName(row.name, new Set(named.keys())),
    takenAt: named.get(row.name) ?? null,
    taken: 0,
    ...(await answersIn(context, row)),
  };
}

/** The names that datasets of this family have in its workspace, and when each dataset was made. */
async function namesIn({ db }: Context, { family, workspace_id }: Entry): Promise<ReadonlyMap<string, number>> {
  const there = workspace_id ?? "";
  const rows =
    family === "dataset"
      ? await db.selectFrom("dataset").select(["name", "inserted_at as at"]).where("workspace_id", "=", there).execute()
      : await rowsOf(db, "task_dataset", { workspace_id: there }).select(["name", "created_at as at"]).execute();
  return new Map(rows.map(({ name, at }) => [name, at]));
}

/** Reads one row per person who has answered. */
const answersIn = ({ db }: Context, { key, workspace_id }: Entry) =>
  answersOf(
    db,
    db.selectFrom("user_counts").select(["user_key", "draft", "submitted", "discarded"]).where("dataset_key", "=", key),
    workspace_id,
  );

/** Undefined: the name and the workspace that it had. */
type Restore = OfDeleted & { readonly name: string | undefined; readonly workspaceId: string | undefined };

/** `id`: `workspace.name` for a task dataset. */
type Restored = {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly workspace: string;
} & RestoredRecords;

/** Puts a dataset back as it was; only its name and its workspace may be others (BIN-02, BIN-04). */
async function restoreDeleted(context: Context, { name: wanted, workspaceId, ...of }: Restore): Promise<Restored> {
  const { db, now } = context;
  const records = await findDeletedRecords(context, of);
  if (records) {
    if (wanted !== undefined || workspaceId !== undefined)
      throw new Refusal(
        "unprocessable",
        "Deleted records come back to their own dataset: give no `name` and no `workspace_id`",
      );
    return restoreDeletedRecords(context, records);
  }
  const person = await findDeletedPerson(context, of);
  if (person) {
    if (workspaceId !== undefined)
      throw new Refusal("unprocessable", "A person comes back to all of their workspaces: give no `workspace_id`");
    return restoreDeletedPerson(context, person, wanted);
  }
  const entry = await loadDeleted(context, of);
  const name = wanted ?? entry.name;
  const workspace = await workspaceFor(context, entry, workspaceId);
  refuseOtherLetters(entry.family, name);
  if (entry.family === "dataset") await refuseTakenDataset(context, workspace.id, name);
  else await refuseTakenTaskDataset(context, workspace, name, "Dataset");
  const { row } = await db
    .deleteFrom("deleted_dataset")
    .where("key", "=", entry.key)
    .returning("row")
    .executeTakeFirstOrThrow();
  const time = entry.family === "dataset" ? "updated_at" : "last_updated_at";
  const placed = {
    ...JSON.parse(row),
    record_count: entry.records,
    name,
    workspace_id: workspace.id,
    ...(name !== entry.name && { [time]: now() }),
  };
  await insertRows(db, entry.family, placed);
  if (entry.family === "dataset") await tellDataset(context, placed, "dataset.created");
  const told: InDataset = { dataset: name, workspace: workspace.name };
  await noteAudit(context, {
    kind: "dataset_restored",
    told: { ...told, from: name === entry.name ? null : entry.name },
  });
  const id = entry.dataset_id ?? taskDatasetId({ workspace: workspace.name, name });
  return { id, name, task: entry.task, workspace: workspace.name, restored: null, left: 0 };
}

async function workspaceFor(context: Context, entry: Entry, wanted: string | undefined) {
  const id = wanted ?? entry.workspace_id;
  if (id === null) {
    const detail = `The workspace \`${entry.workspace}\` is deleted. Name with \`workspace_id\` the one to restore the dataset to`;
    throw new Refusal("unprocessable", detail);
  }
  requireManager(context, id);
  const workspaces = context.db.selectFrom("workspace").selectAll().where("id", "=", id);
  const row = await workspaces.executeTakeFirst();
  if (!row) throw new Refusal("unprocessable", `Workspace with id \`${id}\` not found`);
  return { id, name: row.name, insertedAt: row.inserted_at, updatedAt: row.updated_at };
}

/** The families allow different characters; the wire checks the length. */
function refuseOtherLetters(family: DeletedRow["family"], name: string): void {
  const { pattern } = family === "dataset" ? DATASET_NAME : TASK_DATASET_NAME;
  if (!pattern.test(name))
    throw new Refusal("unprocessable", `\`${name}\` is no name of such a dataset: it has to match ${pattern.source}`);
}

async function removeDeleted(context: Context, of: OfDeleted): Promise<void> {
  const records = await findDeletedRecords(context, of);
  if (records) return removeDeletedRecords(context, records);
  const person = await findDeletedPerson(context, of);
  if (person) return removeDeletedPerson(context, person, "person_removed");
  await removeForGood(context, await loadDeleted(context, of), "dataset_removed");
}

export const binCalls = {
  reads: { listDeleted, getDeleted },
  writes: { restoreDeleted, removeDeleted },
} as const;
