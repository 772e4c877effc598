import { isManager, isOwner } from "@postil/domain/accounts/policies";
import { fullName } from "@postil/domain/accounts/users";
import { type Deleted, type KeepDays, keptUntil, MOST_LEFT, type Restoration } from "@postil/domain/datasets/bin";
import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import type { ResponseStatus } from "@postil/domain/records/labeled-record";
import { Refusal } from "@postil/domain/refusal";
import type { SelectQueryBuilder } from "kysely";
import { addJob } from "../jobs/add-job.ts";
import { datasetOfRecords, isSmall, removeDeletion, restoreNext, settleDeletion } from "../jobs/deleted-records.ts";
import { refuseOtherKind } from "../jobs/fit-restored.ts";
import { noteAudit } from "../storage/audit.ts";
import { countTaken } from "../storage/deleted-records.ts";
import { rowsOf, updateRows } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import type { Db, Tables } from "../storage/tables.ts";
import { forbidden, requireCaller } from "./refuse.ts";

/** Records that were deleted and can be restored, and what both kinds of deletions say of people (BIN-07 to BIN-09). */

export type OfDeleted = { readonly deletedId: string };

type By = { readonly deleted_by: string | null; readonly first_name: string | null; readonly last_name: string | null };

export const deletedBy = (row: By): Deleted["deletedBy"] =>
  row.deleted_by === null ? null : { username: row.deleted_by, name: nameOf(row.deleted_by, row) };

type NameOfUser = { readonly first_name: string | null; readonly last_name: string | null };
const nameOf = (username: string, { first_name, last_name }: NameOfUser): string =>
  fullName({ username, firstName: first_name ?? "", lastName: last_name });

type Counted = { user_key: number; draft: number; submitted: number; discarded: number };

/** The people who have answered, and those of them who are not in the workspace any more. */
export async function answersOf(
  db: Db,
  counts: SelectQueryBuilder<Tables, "user_counts" | "response", Counted>,
  workspaceId: string | null,
): Promise<Pick<Restoration, "people" | "drafts" | "left">> {
  const rows = await db
    .selectFrom(counts.as("counted"))
    .innerJoin("user", "user.key", "counted.user_key")
    .leftJoin("membership", (join) =>
      join.onRef("membership.user_id", "=", "user.id").on("membership.workspace_id", "=", workspaceId ?? ""),
    )
    .select(["username", "first_name", "last_name", "role", "deleted_at", "membership.user_id as member"])
    .select(["draft", "submitted", "discarded"])
    .where(({ eb }) => eb(eb("draft", "+", eb.ref("submitted")), "+", eb.ref("discarded")), ">", 0)
    .execute();
  const left = rows
    .filter(({ role, member, deleted_at }) => deleted_at === null && role !== "owner" && member === null)
    .map((row) => ({ name: nameOf(row.username, row), answers: row.draft + row.submitted + row.discarded }))
    .sort((one, other) => other.answers - one.answers || (one.name < other.name ? -1 : 1));
  const drafts = rows.reduce((sum, { draft }) => sum + draft, 0);
  return { people: rows.length, drafts, left: left.slice(0, MOST_LEFT) };
}

/** Only those whose dataset is there. */
const entries = ({ db }: Context) =>
  db
    .selectFrom("deleted_records as gone")
    .leftJoin("dataset", "dataset.key", "gone.dataset_key")
    .leftJoin("task_dataset", "task_dataset.key", "gone.dataset_key")
    .innerJoin("workspace", (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(fn.coalesce("dataset.workspace_id", "task_dataset.workspace_id"), "=", ref("workspace.id")),
      ),
    )
    .leftJoin("user", "user.id", "gone.deleted_by_id")
    .selectAll("gone")
    .select(({ fn, val }) => [
      fn.coalesce("dataset.name", "task_dataset.name").as("name"),
      fn.coalesce("task_dataset.task", val<string>(FEEDBACK_TASK)).as("task"),
    ])
    .select("task_dataset.closed")
    .select(["workspace.id as workspace_id", "workspace.name as workspace", "dataset.id as dataset_id"])
    .select(["user.first_name", "user.last_name"])
    .select(db.expressions.isAtRest("gone").as("at_rest"));

type Entry = Awaited<ReturnType<ReturnType<typeof entries>["execute"]>>[number];

const deletedFromRow = (row: Entry, { keepDays }: KeepDays): Deleted => ({
  ...{
    id: row.id,
    kind: "records",
    state: row.at_rest ? "kept" : row.state,
    name: row.name ?? "",
    task: row.task ?? "",
    preview: row.preview,
  },
  ...{ workspaceId: row.workspace_id, workspace: row.workspace, records: row.records },
  answers: row.family === "dataset" ? row.answers : null,
  deletedAt: row.deleted_at,
  deletedBy: deletedBy(row),
  keptUntil: keptUntil(row.deleted_at, keepDays),
});

export async function listDeletedRecords(context: Context, keep: KeepDays): Promise<Deleted[]> {
  const caller = requireCaller(context);
  const rows = await entries(context)
    .$if(!isOwner(caller), (query) => query.where("workspace.id", "in", caller.workspaceIds))
    .execute();
  return rows.map((row) => deletedFromRow(row, keep));
}

/** Null if there are no deleted records with this id. 404 before 403. */
export async function findDeletedRecords(context: Context, { deletedId }: OfDeleted): Promise<Entry | null> {
  const caller = requireCaller(context);
  const row = await entries(context).where("gone.id", "=", deletedId).executeTakeFirst();
  if (row && !isManager(caller, row.workspace_id)) throw forbidden();
  return row ?? null;
}

/** What a restoration of these records would do now. */
export async function getDeletedRecords(context: Context, row: Entry, keep: KeepDays): Promise<Deleted & Restoration> {
  const counts = rowsOf(context.db, "response", { dataset_key: row.key })
    .select("user_key")
    .select(({ fn }) => {
      const having = (status: ResponseStatus) => fn.countAll<number>().filterWhere("status", "=", status);
      return [having("draft").as("draft"), having("submitted").as("submitted"), having("discarded").as("discarded")];
    })
    .groupBy("user_key");
  const stays = { offeredName: row.name ?? "", takenAt: null, taken: await countTaken(context.db, row) };
  return { ...deletedFromRow(row, keep), ...stays, ...(await answersOf(context.db, counts, row.workspace_id)) };
}

/** `restored`: null for a dataset, or if a job does it; `left`: the records that stay deleted. */
export type RestoredRecords = { readonly restored: number | null; readonly left: number };

/** Brings records back: a few at once, many by a job, so that others write in between (BIN-09). */
export async function restoreDeletedRecords(context: Context, row: Entry) {
  const { db } = context;
  await refuseBusy(context, row);
  if (row.closed === 1)
    throw new Refusal("closed_dataset", `Dataset \`${row.name}\` is closed. Open it first.`, undefined, {
      name: row.name ?? "",
    });
  if (row.family === "task_dataset") await refuseOtherKind(context, row);
  const dataset = await datasetOfRecords(context, row);
  if (!dataset) throw new Error(`The dataset of ${row.id} is gone in the middle of its restoration.`);
  const { id, name, workspace, workspaceId } = dataset;
  const to = { id, name, workspace, task: row.task ?? "" };
  const told = { dataset: name, workspace };
  if (!isSmall(row)) {
    await updateRows(db, "deleted_records", { key: row.key }, { state: "restoring", next_seq: 0 });
    await addJob(context, {
      name: "restore",
      dataset: { key: dataset.key, id, workspace_id: workspaceId },
      about: { deletedKey: row.key },
      total: row.records,
    });
    await noteAudit(context, { kind: "records_restored", told: { ...told, records: row.records } });
    return { ...to, restored: null, left: 0 };
  }
  for (let more = true; more; ) {
    const step = await restoreNext(context, row.key, dataset);
    if (step.fault) throw new Refusal("unprocessable", step.fault);
    ({ more } = step);
  }
  const rest = await db.selectFrom("deleted_records").select("records").where("key", "=", row.key).executeTakeFirst();
  const left = rest?.records ?? 0;
  const restored = row.records - left;
  if (restored === 0) {
    const all = `Nothing was restored: other records of dataset \`${name}\` have the ids of the ${left} deleted records`;
    throw new Refusal("conflict", all);
  }
  await noteAudit(context, { kind: "records_restored", told: { ...told, records: restored } });
  return { ...to, restored, left };
}

/** A deletion or restoration that somebody has stopped ends here. */
async function refuseBusy(context: Context, { key, state, at_rest }: Entry): Promise<void> {
  if (state === "kept") return;
  if (at_rest) return settleDeletion(context, key);
  const what = state === "restoring" ? "restored" : "deleted";
  throw new Refusal("conflict", `These records are still being ${what}: wait for the end, or stop the job first`);
}

export async function removeDeletedRecords(context: Context, row: Entry): Promise<void> {
  await refuseBusy(context, row);
  await removeDeletion(context, row, "records_removed");
}
