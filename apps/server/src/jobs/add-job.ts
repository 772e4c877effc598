import type { JobName } from "@postil/domain/jobs/job";
import { newId } from "../storage/new-id.ts";
import type { Context } from "../storage/store.ts";
import type { Purged } from "./purge.ts";

/** What each job is told, by its name. */
type About = { readonly purge: Purged };

type NewJob<N extends JobName> = {
  readonly name: N;
  readonly dataset: { readonly key: number; readonly id: string; readonly workspace_id: string };
  readonly about: About[N];
};

/** Notes a job in the transaction of what makes it necessary; whoever asked for that wakes the jobs when it is stored. */
export async function addJob<N extends JobName>(
  { db, now }: Context,
  { name, dataset, about }: NewJob<N>,
): Promise<void> {
  const at = now();
  await db
    .insertInto("job")
    .values({
      id: newId(),
      name,
      dataset_key: dataset.key,
      dataset_id: dataset.id,
      workspace_id: dataset.workspace_id,
      about: JSON.stringify(about),
      state: "waiting",
      inserted_at: at,
      updated_at: at,
    })
    .execute();
}
