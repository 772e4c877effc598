import { ANSWERS_SPAN, type PersonWork } from "@postil/domain/accounts/people";
import { isManager, isOwner, maySeePeople } from "@postil/domain/accounts/policies";
import { answersByDataset, answersSince } from "../../storage/answers-since.ts";
import type { Context } from "../../storage/store.ts";
import { TASK_TARGETS } from "../../storage/task-targets.ts";
import { forbidden, requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { FIRST_KEY } from "./api-keys.ts";
import { requirePerson } from "./people.ts";
import type { OfUser } from "./users.ts";
import { loadWorkspace, type OfWorkspace } from "./workspaces.ts";

/**
 * Number of records answered in the last seven days; no entry if there are none. The cost depends only on the work of these
 * days.
 */

type PersonAnswers = OfUser & { readonly answers: number };

/** Counts per person, in the caller's workspaces. */
async function countPeopleAnswers(context: Context): Promise<PersonAnswers[]> {
  const caller = requireCaller(context);
  if (!maySeePeople(caller)) throw forbidden();
  return answersOfPeople(context, isOwner(caller) ? null : caller.workspaceIds);
}

/** Counts per person in one workspace; 403 before 404, as on the wire. */
async function countAnswersInWorkspace(context: Context, { workspaceId }: OfWorkspace): Promise<PersonAnswers[]> {
  requireManager(requireCaller(context), workspaceId);
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
  const caller = requireCaller(context);
  if (!maySeePeople(caller)) throw forbidden();
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
        .where("value", "=", username)
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

export const workOfPeopleCalls = {
  reads: { countPeopleAnswers, countAnswersInWorkspace, countAnswersOfWorkspaces, countPersonWork },
  writes: {},
};
