import { isManager, isOwner, maySeePeople } from "@postil/domain/accounts/policies";
import { NAMED_MEMBERS, type WorkspaceList } from "@postil/domain/accounts/workspace-overview";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { memberNameOf, memberRows } from "./member-rows.ts";

/** The workspaces that the caller manages, oldest first (ROL-12). */
export async function listWorkspaces(context: Context): Promise<WorkspaceList> {
  const caller = requireCaller(context);
  if (!maySeePeople(caller)) throw forbidden();
  const { db } = context;
  const rows = await db.selectFrom("workspace").selectAll().orderBy("inserted_at").execute();
  const members = Map.groupBy(await memberRows(db).execute(), (row) => row.workspace_id);
  const datasets = Map.groupBy(await datasetRows(db), (row) => row.workspace_id);
  const managed = rows.filter(({ id }) => isManager(caller, id));
  const workspaces = managed.map((row) => {
    const inside = members.get(row.id) ?? [];
    const held = datasets.get(row.id) ?? [];
    return {
      ...workspaceFromRow(row),
      members: inside.length,
      firstMembers: inside.slice(0, NAMED_MEMBERS).map(memberNameOf),
      datasets: held.reduce((sum, { count }) => sum + count, 0),
      records: held.reduce((sum, { records }) => sum + records, 0),
      lastActivityAt: held.length === 0 ? null : Math.max(...held.map(({ last }) => last)),
    };
  });
  const people = isOwner(caller)
    ? await countPeople(db)
    : new Set(managed.flatMap(({ id }) => members.get(id) ?? []).map((row) => row.id)).size;
  return { workspaces, people };
}

/** One row for each family that a workspace has datasets of. */
async function datasetRows(db: Context["db"]) {
  const feedback = await db
    .selectFrom("dataset")
    .select(({ fn }) => [
      "workspace_id",
      fn.countAll<number>().as("count"),
      fn.sum<number>("record_count").as("records"),
      fn.max("last_activity_at").as("last"),
    ])
    .groupBy("workspace_id")
    .execute();
  const tasks = await db
    .selectFrom("task_dataset")
    .select(({ fn }) => [
      "workspace_id",
      fn.countAll<number>().as("count"),
      fn.sum<number>("record_count").as("records"),
      fn.max("last_updated_at").as("last"),
    ])
    .groupBy("workspace_id")
    .execute();
  return [...feedback, ...tasks];
}

async function countPeople(db: Context["db"]): Promise<number> {
  const { people } = await db
    .selectFrom("user")
    .select(({ fn }) => fn.countAll<number>().as("people"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return people;
}
