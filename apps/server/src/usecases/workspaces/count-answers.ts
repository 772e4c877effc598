import { ANSWERS_SPAN } from "@postil/domain/accounts/people";
import { isManager, maySeePeople } from "@postil/domain/accounts/policies";
import { answersByDataset } from "../../storage/answers-since.ts";
import type { Context } from "../../storage/store.ts";
import { answersOfPeople, type PersonAnswers } from "../people/count-people-answers.ts";
import { forbidden, requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadWorkspace } from "./load-workspace.ts";

/** Records answered in the last seven days; where there are none nothing is told. It costs what was done in these days. */

export type AnswersOfWorkspace = { readonly workspaceId: string; readonly answers: number };

/** In each workspace that the caller manages. */
export async function countAnswersOfWorkspaces(context: Context): Promise<AnswersOfWorkspace[]> {
  const caller = requireCaller(context);
  if (!maySeePeople(caller)) throw forbidden();
  const { db, now } = context;
  const workspaceOf = new Map((await datasetRows(db)).map(({ key, workspace_id }) => [key, workspace_id]));
  const counts = new Map<string, number>();
  for (const { dataset_key, records } of await answersByDataset(db, now() - ANSWERS_SPAN)) {
    const workspaceId = workspaceOf.get(dataset_key);
    // A dataset that is deleted is in none any more.
    if (workspaceId === undefined || !isManager(caller, workspaceId)) continue;
    counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + records);
  }
  return [...counts].map(([workspaceId, answers]) => ({ workspaceId, answers }));
}

/** By each person in one workspace; 403 before 404, as on the wire. */
export async function countAnswersInWorkspace(
  context: Context,
  { workspaceId }: { readonly workspaceId: string },
): Promise<PersonAnswers[]> {
  requireManager(requireCaller(context), workspaceId);
  await loadWorkspace(context, workspaceId);
  return answersOfPeople(context, [workspaceId]);
}

/** Of both families. */
async function datasetRows(db: Context["db"]) {
  const feedback = await db.selectFrom("dataset").select(["key", "workspace_id"]).execute();
  return [...feedback, ...(await db.selectFrom("task_dataset").select(["key", "workspace_id"]).execute())];
}
