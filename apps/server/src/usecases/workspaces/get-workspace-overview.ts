import { personState } from "@postil/domain/accounts/people";
import type { Workspace } from "@postil/domain/accounts/users";
import type { WorkspaceDataset, WorkspaceOverview } from "@postil/domain/accounts/workspace-overview";
import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset-links";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { TASK_TARGETS } from "../../storage/task-targets.ts";
import { signInFacts } from "../people/load-people.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { memberNameOf, memberRows } from "./member-rows.ts";

/** Who belongs to a workspace and which datasets it holds, in the order they came; 403 before 404, as on the wire. */
export async function getWorkspaceOverview(
  context: Context,
  { workspaceId }: { readonly workspaceId: string },
): Promise<WorkspaceOverview> {
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

/** Of each a row per user who answered is read. */
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

/** Records of a task that are done are counted in the index of statuses. */
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
