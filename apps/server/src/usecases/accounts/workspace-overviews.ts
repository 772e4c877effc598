import { personState } from "@postil/domain/accounts/people";
import { countsAsMember, isManager, isOwner, maySeePeople } from "@postil/domain/accounts/policies";
import { ROLES, type Workspace } from "@postil/domain/accounts/users";
import {
  type MemberName,
  NAMED_MEMBERS,
  type WorkspaceDataset,
  type WorkspaceList,
  type WorkspaceOverview,
} from "@postil/domain/accounts/workspace-overview";
import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset-links";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { TASK_TARGETS } from "../../storage/task-targets.ts";
import { forbidden, requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { cameIn, signInFacts } from "./users.ts";
import { loadWorkspace, type OfWorkspace } from "./workspaces.ts";

const MEMBER_ROLES = ROLES.filter((role) => countsAsMember({ role }));

/** Members of workspaces, in the order in which they joined. */
const memberRows = (db: Context["db"]) =>
  db
    .selectFrom("membership")
    .innerJoin("user", "user.id", "membership.user_id")
    .select(["workspace_id", "membership.inserted_at as since"])
    .select(["user.id", "first_name", "last_name", "username", "role", "deactivated_at", "password_hash", "provider"])
    .select(cameIn)
    .where("role", "in", MEMBER_ROLES)
    .orderBy("membership.inserted_at");

type NameColumns = { readonly first_name: string; readonly last_name: string | null; readonly username: string };

const memberNameOf = (row: NameColumns): MemberName => ({
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
});

/** The workspaces that the caller manages, oldest first (ROL-12). */
async function listWorkspaces(context: Context): Promise<WorkspaceList> {
  const caller = requireCaller(context);
  if (!maySeePeople(caller)) throw forbidden();
  const { db } = context;
  const rows = await db.selectFrom("workspace").selectAll().orderBy("inserted_at").execute();
  const members = Map.groupBy(await memberRows(db).execute(), (row) => row.workspace_id);
  const feedback = await sumsOf(db, "dataset", "last_activity_at");
  const datasets = Map.groupBy(
    [...feedback, ...(await sumsOf(db, "task_dataset", "last_updated_at"))],
    (row) => row.workspace_id,
  );
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

/** One row for each workspace that has datasets of this family. */
const sumsOf = (
  db: Context["db"],
  table: "dataset" | "task_dataset",
  lastChange: "last_activity_at" | "last_updated_at",
) =>
  db
    .selectFrom(table)
    .select(({ fn }) => [
      "workspace_id",
      fn.countAll<number>().as("count"),
      fn.sum<number>("record_count").as("records"),
      fn.max(lastChange).as("last"),
    ])
    .groupBy("workspace_id")
    .execute();

async function countPeople(db: Context["db"]): Promise<number> {
  const users = db.selectFrom("user").where("deleted_at", "is", null);
  return (await users.select(({ fn }) => fn.countAll<number>().as("people")).executeTakeFirstOrThrow()).people;
}

/** The members and datasets of a workspace, in the order in which they were added; 403 before 404, as on the wire. */
async function getWorkspaceOverview(context: Context, { workspaceId }: OfWorkspace): Promise<WorkspaceOverview> {
  requireManager(requireCaller(context), workspaceId);
  const workspace = await loadWorkspace(context, workspaceId);
  const { db } = context;
  const members = await memberRows(db).where("workspace_id", "=", workspaceId).execute();
  return {
    workspace,
    members: members.map((row) => ({
      id: row.id,
      ...memberNameOf(row),
      role: row.role,
      state: personState(signInFacts(row)),
      since: row.since,
    })),
    datasets: [...(await feedbackDatasets(db, workspace)), ...(await taskDatasets(db, workspace))],
  };
}

/** Reads one row per dataset and user who answered. */
async function feedbackDatasets(db: Context["db"], { id }: Workspace): Promise<WorkspaceDataset[]> {
  const rows = await db
    .selectFrom("dataset")
    .leftJoin("user_counts", "user_counts.dataset_key", "dataset.key")
    .select(["dataset.id", "dataset.name", "dataset.record_count as records"])
    .select(({ fn }) => [
      fn.sum<number | null>("team_submitted").as("submitted"),
      fn.sum<number | null>("team_discarded").as("discarded"),
      fn.sum<number | null>("team_conflicting").as("conflicting"),
    ])
    .where("workspace_id", "=", id)
    .groupBy("dataset.key")
    .orderBy("dataset.inserted_at")
    .execute();
  return rows.map(({ submitted, discarded, conflicting, ...dataset }) => ({
    ...dataset,
    task: FEEDBACK_TASK,
    answered: (submitted ?? 0) + (discarded ?? 0) + (conflicting ?? 0),
  }));
}

/** The number of finished task records is counted in the index of statuses. */
async function taskDatasets(db: Context["db"], workspace: Workspace): Promise<WorkspaceDataset[]> {
  const rows = await db
    .selectFrom("task_dataset")
    .select(["name", "task", "record_count as records"])
    .select((from) =>
      from
        .selectFrom("filter_value")
        .select(({ fn }) => fn.countAll<number>().as("answered"))
        .whereRef("filter_value.dataset_key", "=", "task_dataset.key")
        .where("target", "=", TASK_TARGETS.status)
        .where("value", "in", ["Validated", "Discarded"])
        .as("answered"),
    )
    .where("workspace_id", "=", workspace.id)
    .orderBy("key")
    .execute();
  return rows.map(({ name, answered, ...dataset }) => ({
    id: taskDatasetId({ workspace: workspace.name, name }),
    name,
    ...dataset,
    answered: answered ?? 0,
  }));
}

export const workspaceOverviewCalls = {
  reads: { listWorkspaces, getWorkspaceOverview },
  writes: {},
};
