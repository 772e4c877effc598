import { addJob } from "../../jobs/add-job.ts";
import { PURGE_STEP } from "../../jobs/purge.ts";
import { datasetsWithDrafts, removeDrafts } from "../../storage/remove-drafts.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { deleteUser } from "../users/delete-user.ts";
import { requireManagerOfPeople } from "./require-person.ts";

/**
 * Deletes a person with what they had only begun; their answers stay, without a name (ROL-12, design/administration.md#people). Few
 * drafts of a dataset go at once, many by a job, so that others can write meanwhile. Returns the keys of these.
 */
export async function deletePerson(
  context: Context,
  { userId }: { readonly userId: string },
): Promise<readonly number[]> {
  requireManagerOfPeople(context);
  await deleteUser(context, { userId });
  const { key: userKey } = await context.db
    .selectFrom("user")
    .select("key")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const { key: actorKey } = requireCaller(context);
  const jobs: number[] = [];
  let left = PURGE_STEP;
  for (const { drafts, ...dataset } of await datasetsWithDrafts(context, userKey)) {
    const of = { datasetKey: dataset.key, userKey };
    if (drafts > left)
      jobs.push(
        await addJob(context, { name: "purge", dataset, about: { draftsOf: userKey, actorKey }, total: drafts }),
      );
    else while ((await removeDrafts(context, of, actorKey, left)) > 0);
    left -= Math.min(drafts, left);
  }
  return jobs;
}
