import type { JobName } from "@postil/domain/jobs/job";
import type { JobRow } from "../storage/job-rows.ts";
import type { Context } from "../storage/store.ts";
import { KINDS, type Kinds } from "./kinds.ts";

/** What the jobs ask of the store, each a transaction. Not open to requests. */

const OPEN = ["waiting", "running"] as const;
/** Those that are done stay for whoever asks how they ended, the latest of them. */
const KEPT_DONE = 100;

/**
 * The job whose turn it is: of each dataset the oldest, so that one at a time runs there, and of these the first behind
 * `after`, so that none waits for all of another. `except`: names of those that have no turn now. Null: there is nothing to do.
 */
export async function findNextJob(
  { db }: Context,
  { after, except = [] }: { readonly after: number; readonly except?: readonly JobName[] },
): Promise<number | null> {
  const oldest = db
    .selectFrom("job")
    .select(({ fn }) => fn.min("key").as("key"))
    .where("state", "in", OPEN)
    .groupBy("dataset_key");
  const first = await db
    .selectFrom("job")
    .select("key")
    .where("key", "in", oldest)
    .$if(except.length > 0, (query) => query.where("name", "not in", except))
    .orderBy("key")
    .execute();
  return (first.find(({ key }) => key > after) ?? first[0])?.key ?? null;
}

/** A job that was begun so often without a step that was done is not begun again by itself: it ended the server each time. */
const MOST_TRIES = 3;

/** Notes, before its first step in this process, that a job is begun. Whether it may be. */
export async function beginJob({ db, now }: Context, { key }: { readonly key: number }): Promise<boolean> {
  const job = await db.selectFrom("job").select("tries").where("key", "=", key).executeTakeFirst();
  if (!job) return false;
  const may = job.tries < MOST_TRIES;
  const error = `It ended the server ${MOST_TRIES} times.`;
  const change = may ? { tries: job.tries + 1 } : { state: "failed" as const, error, updated_at: now() };
  await db.updateTable("job").set(change).where("key", "=", key).where("state", "in", OPEN).execute();
  return may;
}

/** One step of a job, unless it was stopped meanwhile. The job itself where it is work, which the process does then. */
export async function takeJobStep(
  context: Context,
  { key }: { readonly key: number },
  kinds: Kinds = KINDS,
): Promise<JobRow | null> {
  const { db, now } = context;
  const job = await db
    .selectFrom("job")
    .selectAll()
    .where("key", "=", key)
    .where("state", "in", OPEN)
    .executeTakeFirst();
  if (!job) return null;
  const takeStep = kinds[job.name];
  if (takeStep === "work") {
    await db.updateTable("job").set({ state: "running", updated_at: now() }).where("key", "=", key).execute();
    return job;
  }
  const { done, more } = await takeStep(context, job);
  await db
    .updateTable("job")
    .set({ state: more ? "running" : "done", done: job.done + done, tries: 0, updated_at: now() })
    .where("key", "=", key)
    .execute();
  if (!more) await forgetDone(context);
  return null;
}

/** In the job's own units; null: nobody knows. */
export type JobProgress = { readonly done: number; readonly total: number | null };

/** Notes how far work is. Whether it is to go on: false when it was stopped meanwhile. */
export async function noteJob(
  { db, now }: Context,
  { key, done, total }: JobProgress & { readonly key: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set({ done, total, tries: 0, updated_at: now() })
    .where("key", "=", key)
    .where("state", "in", OPEN)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that work is done, unless it was stopped meanwhile. */
export async function endJob(context: Context, { key }: { readonly key: number }): Promise<void> {
  const { db, now } = context;
  const ended = db.updateTable("job").set({ state: "done", updated_at: now() }).where("key", "=", key);
  await ended.where("state", "in", OPEN).execute();
  await forgetDone(context);
}

async function forgetDone({ db }: Context): Promise<void> {
  const done = db.selectFrom("job").select("key").where("state", "=", "done").orderBy("key", "desc");
  const beyond = await done.offset(KEPT_DONE).limit(1).executeTakeFirst();
  if (beyond) await db.deleteFrom("job").where("state", "=", "done").where("key", "<=", beyond.key).execute();
}

/** How a job is, by its key: whether it goes on by itself, and why it failed. One that is forgotten was done. */
export async function getJobOutcome(
  { db }: Context,
  { key }: { readonly key: number },
): Promise<{ readonly ended: boolean; readonly error: string | null }> {
  const job = await db.selectFrom("job").select(["state", "error"]).where("key", "=", key).executeTakeFirst();
  return { ended: !job || !OPEN.some((state) => state === job.state), error: job?.error ?? null };
}

/** Notes why a job does not go on: a mistake in the program, or too little memory, which would come again at once. */
export async function failJob({ db, now }: Context, { key, error }: { key: number; error: string }): Promise<void> {
  await db.updateTable("job").set({ state: "failed", error, updated_at: now() }).where("key", "=", key).execute();
}

/** What failed in the process before is tried once more in this one, which may be a newer Postil; what ended it is not. */
export async function retryFailedJobs({ db, now }: Context): Promise<void> {
  await db
    .updateTable("job")
    .set({ state: "waiting", error: null, updated_at: now() })
    .where("state", "=", "failed")
    .where("tries", "<", MOST_TRIES)
    .execute();
}
