import type { PersonWork } from "@postil/domain/accounts/people";
import type { Context } from "../../storage/store.ts";
import { TASK_TARGETS } from "../../storage/task-targets.ts";
import { FIRST_KEY } from "../api-keys/own-keys.ts";
import { requirePerson } from "./require-person.ts";

/** What there is of a person's work, by what becomes of it when they are deleted; from counters and indexes. */
export async function countPersonWork(context: Context, { userId }: { readonly userId: string }): Promise<PersonWork> {
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

/** Task datasets know whoever annotated by the username alone. */
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
