import { ANSWERS_SPAN, type PersonWork, personState } from "@postil/domain/accounts/people";
import { countsAsMember, isManager, isOwner, maySeePeople } from "@postil/domain/accounts/policies";
import { ROLES, type Workspace } from "@postil/domain/accounts/users";
import {
  type MemberName,
  NAMED_MEMBERS,
  type WorkspaceDataset,
  type WorkspaceList,
  type WorkspaceOverview,
} from "@postil/domain/accounts/workspace-overview";
import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { answersByDataset, answersSince } from "../../storage/activity.ts";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import { workspaceFromRow } from "../../storage/people.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db } from "../../storage/tables.ts";
import { TASK_TARGETS } from "../../storage/task-family.ts";
import { requireManager, requireThat } from "../refuse.ts";
import { FIRST_KEY } from "./api-keys.ts";
import { requirePerson } from "./people.ts";
import { cameIn, type OfUser, signInFacts } from "./users.ts";
import { loadWorkspace, type OfWorkspace } from "./workspaces.ts";

const MEMBER_ROLES = ROLES.filter((role) => countsAsMember({ role }));

/** Members of workspaces, in the order in which they joined. */
const memberRows = (db: Db) =>
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
  const caller = requireThat(context, maySeePeople);
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
      lastActivityAt:
        held.length === 0 ? null : Math.max(...held.map(({ last, active }) => Math.max(last, active ?? 0))),
    };
  });
  const people = isOwner(caller)
    ? await countPeople(db)
    : new Set(managed.flatMap(({ id }) => members.get(id) ?? []).map((row) => row.id)).size;
  return { workspaces, people };
}

/** One row for each workspace that has datasets of this family. */
const sumsOf = (db: Db, table: "dataset" | "task_dataset", lastChange: "last_activity_at" | "last_updated_at") =>
  db
    .selectFrom(table)
    .leftJoin("dataset_activity", "dataset_activity.dataset_key", `${table}.key`)
    .select(({ fn }) => [
      "workspace_id",
      fn.countAll<number>().as("count"),
      fn.sum<number>("record_count").as("records"),
      fn.max(lastChange).as("last"),
      fn.max<number | null>("dataset_activity.at").as("active"),
    ])
    .groupBy("workspace_id")
    .execute();

async function countPeople(db: Db): Promise<number> {
  const users = db.selectFrom("user").where("deleted_at", "is", null);
  return (await users.select(({ fn }) => fn.countAll<number>().as("people")).executeTakeFirstOrThrow()).people;
}

/** The members and datasets of a workspace, in the order in which they were added; 403 before 404, as on the wire. */
async function getWorkspaceOverview(context: Context, { workspaceId }: OfWorkspace): Promise<WorkspaceOverview> {
  requireManager(context, workspaceId);
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
async function feedbackDatasets(db: Db, { id }: Workspace): Promise<WorkspaceDataset[]> {
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
async function taskDatasets(db: Db, workspace: Workspace): Promise<WorkspaceDataset[]> {
  const rows = await rowsOf(db, "task_dataset", { workspace_id: workspace.id })
    .select(["name", "task", "record_count as records"])
    .select((from) =>
      from
        .selectFrom("filter_value")
        .select(({ fn }) => fn.countAll<number>().as("answered"))
        .whereRef("filter_value.dataset_key", "=", "task_dataset.key")
        .where("target", "=", TASK_TARGETS.status)
        .where(db.expressions.hasTerm(["Validated", "Discarded"]))
        .as("answered"),
    )
    .orderBy("key")
    .execute();
  return rows.map(({ name, answered, ...dataset }) => ({
    id: taskDatasetId({ workspace: workspace.name, name }),
    name,
    ...dataset,
    answered: answered ?? 0,
  }));
}

/** Records answered in the last seven days; no entry if there are none. The cost depends on these days' work. */

type PersonAnswers = OfUser & { readonly answers: number };

async function countPeopleAnswers(context: Context): Promise<PersonAnswers[]> {
  const caller = requireThat(context, maySeePeople);
  return answersOfPeople(context, isOwner(caller) ? null : caller.workspaceIds);
}

/** Counts per person in one workspace; 403 before 404, as on the wire. */
async function countAnswersInWorkspace(context: Context, { workspaceId }: OfWorkspace): Promise<PersonAnswers[]> {
  requireManager(context, workspaceId);
  await loadWorkspace(context, workspaceId);
  return answersOfPeople(context, [workspaceId]);
}

/** Counts in some workspaces; null means in all. */
async function answersOfPeople(context: Context, workspaceIds: readonly string[] | null): Promise<PersonAnswers[]> {
  const { db, now } = context;
  const within = workspaceIds && new Set((await datasetsOf(context, workspaceIds)).map(({ key }) => key));
  const counts = await answersSince(db, now() - ANSWERS_SPAN, within);
  const users = await db.selectFrom("user").select(["key", "id"]).where("deleted_at", "is", null).execute();
  return users.flatMap(({ key, id }) => {
    const answers = counts.get(key);
    return answers === undefined ? [] : [{ userId: id, answers }];
  });
}

/** Counts per workspace that the caller manages. */
async function countAnswersOfWorkspaces(context: Context): Promise<(OfWorkspace & { readonly answers: number })[]> {
  const caller = requireThat(context, maySeePeople);
  const { db, now } = context;
  const workspaceOf = new Map((await datasetsOf(context, null)).map(({ key, workspace_id }) => [key, workspace_id]));
  const counts = new Map<string, number>();
  for (const { dataset_key, records } of await answersByDataset(db, now() - ANSWERS_SPAN)) {
    const workspaceId = workspaceOf.get(dataset_key);
    // A deleted dataset has no workspace any more.
    if (workspaceId === undefined || !isManager(caller, workspaceId)) continue;
    counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + records);
  }
  return [...counts].map(([workspaceId, answers]) => ({ workspaceId, answers }));
}

/** The datasets of both families in some workspaces; null means in all. */
async function datasetsOf({ db }: Context, workspaceIds: readonly string[] | null) {
  const found = (["dataset", "task_dataset"] as const).map((table) =>
    db
      .selectFrom(table)
      .select(["key", "workspace_id"])
      .$if(workspaceIds !== null, (query) => query.where("workspace_id", "in", workspaceIds ?? []))
      .execute(),
  );
  return (await Promise.all(found)).flat();
}

/** A person's work, grouped by what a deletion of the person does to it. Read from counters and indexes. */
async function countPersonWork(context: Context, { userId }: OfUser): Promise<PersonWork> {
  const { username } = await requirePerson(context, userId);
  const [feedback, tasks] = [await countAnswers(context, userId), await countAnnotations(context, username)];
  return { ...feedback, ...tasks, keys: FIRST_KEY + (await countNamedKeys(context, userId)) };
}

async function countNamedKeys({ db }: Context, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("api_key")
    .innerJoin("user", "user.key", "api_key.user_key")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user.id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

async function countAnswers({ db }: Context, userId: string) {
  const rows = await db
    .selectFrom("user_counts")
    .innerJoin("dataset", "dataset.key", "user_counts.dataset_key")
    .innerJoin("user", "user.key", "user_counts.user_key")
    .select(["submitted", "discarded", "draft"])
    .where("user.id", "=", userId)
    .execute();
  const answers = rows.map(({ submitted, discarded }) => submitted + discarded);
  return {
    answers: sum(answers),
    datasets: answers.filter((count) => count > 0).length,
    drafts: sum(rows.map(({ draft }) => draft)),
  };
}

/** Task datasets store only the username of an annotator. */
async function countAnnotations({ db }: Context, username: string) {
  const datasets = await db
    .selectFrom("task_dataset")
    .select("key")
    .select((from) => [
      from
        .selectFrom("filter_value")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("filter_value.dataset_key", "=", "task_dataset.key")
        .where("target", "=", TASK_TARGETS.annotated_by)
        .where(db.expressions.hasTerm([username]))
        .as("annotations"),
      from
        .selectFrom("labeling_rule")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("labeling_rule.dataset_key", "=", "task_dataset.key")
        .where("author", "=", username)
        .as("rules"),
    ])
    .execute();
  const counts = datasets.map(({ annotations, rules }) => ({ annotations: annotations ?? 0, rules: rules ?? 0 }));
  return {
    annotations: sum(counts.map(({ annotations }) => annotations)),
    rules: sum(counts.map(({ rules }) => rules)),
    taskDatasets: counts.filter(({ annotations, rules }) => annotations + rules > 0).length,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

export const overviewCalls = {
  reads: {
    listWorkspaces,
    getWorkspaceOverview,
    countPeopleAnswers,
    countAnswersInWorkspace,
    countAnswersOfWorkspaces,
    countPersonWork,
  },
};
