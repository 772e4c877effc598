import { ANSWERS_SPAN } from "@postil/domain/accounts/people";
import { isOwner, maySeePeople } from "@postil/domain/accounts/policies";
import { answersSince } from "../../storage/answers-since.ts";
import type { Context } from "../../storage/store.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";

export type PersonAnswers = { readonly userId: string; readonly answers: number };

/**
 * How many records each person has answered in the last seven days, in the caller's workspaces; who has answered none is left
 * out. It costs what was done in these days, whatever was done before.
 */
export async function countPeopleAnswers(context: Context): Promise<PersonAnswers[]> {
  const caller = requireCaller(context);
  if (!maySeePeople(caller)) throw forbidden();
  return answersOfPeople(context, isOwner(caller) ? null : caller.workspaceIds);
}

/** The same in some workspaces; null: in all. */
export async function answersOfPeople(
  context: Context,
  workspaceIds: readonly string[] | null,
): Promise<PersonAnswers[]> {
  const { db, now } = context;
  const within = workspaceIds && (await datasetKeys(context, workspaceIds));
  const counts = await answersSince(db, now() - ANSWERS_SPAN, within);
  const users = await db.selectFrom("user").select(["key", "id"]).where("deleted_at", "is", null).execute();
  return users.flatMap(({ key, id }) => {
    const answers = counts.get(key);
    return answers === undefined ? [] : [{ userId: id, answers }];
  });
}

/** Of the datasets of either family in these workspaces. */
async function datasetKeys({ db }: Context, workspaceIds: readonly string[]): Promise<ReadonlySet<number>> {
  const keys = await Promise.all(
    (["dataset", "task_dataset"] as const).map((table) =>
      db.selectFrom(table).select("key").where("workspace_id", "in", workspaceIds).execute(),
    ),
  );
  return new Set(keys.flat().map(({ key }) => key));
}
