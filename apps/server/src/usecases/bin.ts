import type { InDataset } from "@postil/domain/accounts/audit";
import { isManager, isOwner, isPrivileged } from "@postil/domain/accounts/policies";
import { fullName } from "@postil/domain/accounts/users";
import { type DeletedDataset, freeName, keptUntil, MOST_LEFT, type Restoration } from "@postil/domain/datasets/bin";
import { DATASET_NAME, TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../storage/audit.ts";
import { taskDatasetId } from "../storage/dataset-rows.ts";
import type { Context } from "../storage/store.ts";
import { DELETED_COLUMNS, type DeletedRow, type KeepDays, removeForGood } from "./deletions.ts";
import { refuseTakenName as refuseTakenDataset } from "./feedback/datasets.ts";
import { tellDataset } from "./feedback/tell.ts";
import { forbidden, requireCaller, requireManager, requireThat } from "./refuse.ts";
import { refuseTakenName as refuseTakenTaskDataset } from "./tasks/datasets.ts";

/** Datasets that were deleted and can be restored: for owners, and for admins those of their workspaces (BIN-03). */

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

const deletedFromRow = (row: Entry, { keepDays }: KeepDays): DeletedDataset => ({
  id: row.id,
  name: row.name,
  task: row.task,
  workspaceId: row.workspace_id,
  workspace: row.workspace,
  records: row.records,
  answers: row.answers,
  deletedAt: row.deleted_at,
  deletedBy: row.deleted_by === null ? null : { username: row.deleted_by, name: nameOf(row.deleted_by, row) },
  keptUntil: keptUntil(row.deleted_at, keepDays),
});

type NameOfUser = { readonly first_name: string | null; readonly last_name: string | null };
const nameOf = (username: string, { first_name, last_name }: NameOfUser): string =>
  fullName({ username, firstName: first_name ?? "", lastName: last_name });

/** The latest first. */
async function listDeleted(context: Context, keep: KeepDays): Promise<DeletedDataset[]> {
  const caller = requireThat(context, isPrivileged);
  const rows = await entries(context)
    .$if(!isOwner(caller), (query) => query.where("gone.workspace_id", "in", caller.workspaceIds))
    .orderBy("gone.deleted_at", "desc")
    .execute();
  return rows.map((row) => deletedFromRow(row, keep));
}

type OfDeleted = { readonly deletedId: string };

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
async function getDeleted(
  context: Context,
  { keepDays, ...of }: OfDeleted & KeepDays,
): Promise<DeletedDataset & Restoration> {
  const row = await loadDeleted(context, of);
  const named = await namesIn(context, row);
  return {
    ...deletedFromRow(row, { keepDays }),
    offeredName: freeName(row.name, new Set(named.keys())),
    takenAt: named.get(row.name) ?? null,
    ...(await answersIn(context, row)),
  };
}

/** The names that datasets of this family have in its workspace, and when each dataset was made. */
async function namesIn({ db }: Context, { family, workspace_id }: Entry): Promise<ReadonlyMap<string, number>> {
  const there = workspace_id ?? "";
  const rows =
    family === "dataset"
      ? await db.selectFrom("dataset").select(["name", "inserted_at as at"]).where("workspace_id", "=", there).execute()
      : await db
          .selectFrom("task_dataset")
          .select(["name", "created_at as at"])
          .where("workspace_id", "=", there)
          .execute();
  return new Map(rows.map(({ name, at }) => [name, at]));
}

/** Reads one row per person who has answered. */
async function answersIn(
  { db }: Context,
  { key, workspace_id }: Entry,
): Promise<Pick<Restoration, "people" | "drafts" | "left">> {
  const rows = await db
    .selectFrom("user_counts")
    .innerJoin("user", "user.key", "user_counts.user_key")
    .leftJoin("membership", (join) =>
      join.onRef("membership.user_id", "=", "user.id").on("membership.workspace_id", "=", workspace_id ?? ""),
    )
    .select(["username", "first_name", "last_name", "role", "deleted_at", "membership.user_id as member"])
    .select(["draft", "submitted", "discarded"])
    .where("dataset_key", "=", key)
    .where(({ eb }) => eb(eb("draft", "+", eb.ref("submitted")), "+", eb.ref("discarded")), ">", 0)
    .execute();
  const left = rows
    .filter(({ role, member, deleted_at }) => deleted_at === null && role !== "owner" && member === null)
    .map((row) => ({ name: nameOf(row.username, row), answers: row.draft + row.submitted + row.discarded }))
    .sort((one, other) => other.answers - one.answers || (one.name < other.name ? -1 : 1));
  const drafts = rows.reduce((sum, { draft }) => sum + draft, 0);
  return { people: rows.length, drafts, left: left.slice(0, MOST_LEFT) };
}

/** Undefined: the name and the workspace that it had. */
type Restore = OfDeleted & { readonly name: string | undefined; readonly workspaceId: string | undefined };

/** `id`: `workspace.name` for a task dataset. */
type Restored = { readonly id: string; readonly name: string; readonly task: string; readonly workspace: string };

/** Puts a dataset back as it was; only its name and its workspace may be others (BIN-02, BIN-04). */
async function restoreDeleted(context: Context, { name: wanted, workspaceId, ...of }: Restore): Promise<Restored> {
  const { db, now } = context;
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
  await db.insertInto(entry.family).values(placed).execute();
  if (entry.family === "dataset") await tellDataset(context, placed, "dataset.created");
  const told: InDataset = { dataset: name, workspace: workspace.name };
  await noteAudit(context, {
    kind: "dataset_restored",
    told: { ...told, from: name === entry.name ? null : entry.name },
  });
  const id = entry.dataset_id ?? taskDatasetId({ workspace: workspace.name, name });
  return { id, name, task: entry.task, workspace: workspace.name };
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

const removeDeleted = async (context: Context, of: OfDeleted): Promise<void> =>
  removeForGood(context, await loadDeleted(context, of), "dataset_removed");

export const binCalls = {
  reads: { listDeleted, getDeleted },
  writes: { restoreDeleted, removeDeleted },
} as const;
