import type { JobName } from "@postil/domain/jobs/job";
import { newId } from "../new-id.ts";
import type { Context } from "../storage/store.ts";
import type { Copied } from "./copy.ts";
import type { Ended, Purged, Restored } from "./job-kind.ts";

/** The input of each job, by its name. */
export type About = {
  readonly purge: Purged;
  readonly copy: Copied;
  readonly delete: Ended;
  readonly discard: Ended;
  readonly snapshot: { readonly key: number; readonly id: string };
  readonly restore: Restored;
};

/** Part of each input: the key of the user who asked for the job; 0: the server itself. People take turns (run-jobs.ts). */
export type Asked = { readonly by?: number };

type NewJob<N extends JobName> = {
  readonly name: N;
  readonly dataset: { readonly key: number; readonly id: string | null; readonly workspace_id: string | null };
  readonly about: About[N];
  /** Total amount of work, if it is known. */
  readonly total?: number;
};

/** Adds a job in the transaction that needs it, and returns its key. The caller wakes the jobs after the commit. */
export async function addJob<N extends JobName>(
  { db, now, caller }: Context,
  { name, dataset, about, total }: NewJob<N>,
): Promise<number> {
  const at = now();
  const { key } = await db
    .insertInto("job")
    .values({
      id: newId(),
      name,
      dataset_key: dataset.key,
      dataset_id: dataset.id,
      workspace_id: dataset.workspace_id,
      about: JSON.stringify({ ...about, by: caller?.key ?? 0 } satisfies Asked),
      state: "waiting",
      inserted_at: at,
      updated_at: at,
      total: total ?? null,
    })
    .returning("key")
    .executeTakeFirstOrThrow();
  return key;
}
