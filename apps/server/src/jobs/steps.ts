import type { JobName } from "@postil/domain/jobs/job";
import { inChunks } from "../storage/parts.ts";
import { rowsOf, updateRows } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import { copy } from "./copy.ts";
import { restore } from "./deleted-records.ts";
import { deleteFound, discardFound } from "./end-records.ts";
import { type JobKind, type JobRow, OPEN } from "./job-kind.ts";
import { purge } from "./purge.ts";
import { type Told, toldOf } from "./touches.ts";

export type Kinds = { readonly [N in JobName]: JobKind };

/** All kinds of jobs by name. The compiler reports a missing one. */
const KINDS: Kinds = { purge, copy, delete: deleteFound, discard: discardFound, restore, snapshot: "work" };

/** The database operations of the jobs, each one a transaction. Not open to requests. */

/** Number of finished jobs that are kept, the latest ones, so that their result can be read. */
const KEPT_DONE = 100;

/** A job that has not ended. `told` is null if the caller knows it. */
export type ListedJob = Pick<JobRow, "key" | "name"> & { readonly isRunning: boolean; readonly told: Told | null };

/** The jobs that have not ended, in the order in which they were asked for, without those that wait for a deleted dataset. */
export async function listOpenJobs(
  { db }: Context,
  { known }: { readonly known: readonly number[] },
): Promise<readonly ListedJob[]> {
  const open = await db
    .selectFrom("job")
    .select(["key", "name", "state"])
    .where("state", "in", OPEN)
    .where(({ not }) => not(db.expressions.isHeld))
    .orderBy("key")
    .execute();
  // What a deletion is about may be as long as the number of records.
  const before = new Set(known);
  const told = new Map<number, Told>();
  await inChunks(
    open.flatMap(({ key }) => (before.has(key) ? [] : key)),
    async (keys) => {
      const rows = db.selectFrom("job").select(["key", "name", "dataset_key", "about"]).where("key", "in", keys);
      for (const row of await rows.execute()) told.set(row.key, toldOf(row));
    },
  );
  return open.map(({ key, name, state }) => ({
    key,
    name,
    isRunning: state === "running",
    told: told.get(key) ?? null,
  }));
}

/** A job that was begun this often without a completed step is not begun again automatically: it ended the server. */
const MOST_TRIES = 3;

/** Notes that a job begins, before its first step in this process. Returns true if it may begin. */
export async function beginJob({ db, now }: Context, { key }: { readonly key: number }): Promise<boolean> {
  const job = await db.selectFrom("job").select("tries").where("key", "=", key).executeTakeFirst();
  if (!job) return false;
  const may = job.tries < MOST_TRIES;
  const error = `It ended the server ${MOST_TRIES} times.`;
  const change = may ? { tries: job.tries + 1 } : { state: "failed" as const, error, updated_at: now() };
  await db.updateTable("job").set(change).where("key", "=", key).where("state", "in", OPEN).execute();
  return may;
}

/** Runs one step of a job, unless it was stopped meanwhile. Returns the job itself if it is work of the process. */
export async function takeJobStep(
  context: Context,
  { key }: { readonly key: number },
  kinds: Kinds = KINDS,
): Promise<JobRow | null> {
  const { db, now } = context;
  const job = await rowsOf(db, "job", { key })
    .selectAll()
    .where("state", "in", OPEN)
    .where(({ not }) => not(db.expressions.isHeld))
    .executeTakeFirst();
  if (!job) return null;
  const takeStep = kinds[job.name];
  if (takeStep === "work") {
    await updateRows(db, "job", { key }, { state: "running", updated_at: now() });
    return job;
  }
  const { done, more } = await takeStep(context, job);
  const state = more ? "running" : "done";
  await updateRows(db, "job", { key }, { state, done: job.done + done, tries: 0, updated_at: now() });
  if (!more) await forgetDone(context);
  return null;
}

/** Progress in the job's own units; `total` is null if it is not known. */
export type JobProgress = { readonly done: number; readonly total: number | null };

/** Stores the progress of work. Returns false if the job was stopped in the meantime. */
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

/** Marks work as done, unless it was stopped in the meantime. */
export async function endJob(context: Context, { key }: { readonly key: number }): Promise<void> {
  const { db, now } = context;
  const ended = db.updateTable("job").set({ state: "done", updated_at: now() }).where("key", "=", key);
  const { numUpdatedRows } = await ended.where("state", "in", OPEN).executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await forgetDone(context);
}

async function forgetDone({ db }: Context): Promise<void> {
  const done = db.selectFrom("job").select("key").where("state", "=", "done").orderBy("key", "desc");
  const beyond = await done.offset(KEPT_DONE).limit(1).executeTakeFirst();
  if (beyond) await db.deleteFrom("job").where("state", "=", "done").where("key", "<=", beyond.key).execute();
}

/**
 * The state of a job by its key: `ended` is true if it does not continue automatically or its dataset is deleted, and `error`
 * says why it failed. A removed job counts as done.
 */
export async function getJobOutcome(
  { db }: Context,
  { key }: { readonly key: number },
): Promise<{ readonly ended: boolean; readonly error: string | null }> {
  const rows = db.selectFrom("job").select(["state", "error", db.expressions.isHeld.as("held")]);
  const job = await rows.where("key", "=", key).executeTakeFirst();
  const ended = !job || Boolean(job.held) || !OPEN.some((state) => state === job.state);
  return { ended, error: job?.error ?? null };
}

/**
 * Marks a job as failed, unless it has ended in the meantime, and stores the reason: a program error, or too little memory.
 * Both would happen again at once.
 */
export async function failJob({ db, now }: Context, { key, error }: { key: number; error: string }): Promise<void> {
  const failed = db.updateTable("job").set({ state: "failed", error, updated_at: now() }).where("key", "=", key);
  await failed.where("state", "in", OPEN).execute();
}

/**
 * Jobs that failed in the previous process are tried once more, because this one may be a newer Postil. Jobs that ended the
 * server too often are not.
 */
export async function retryFailedJobs({ db, now }: Context): Promise<void> {
  await db
    .updateTable("job")
    .set({ state: "waiting", error: null, updated_at: now() })
    .where("state", "=", "failed")
    .where("tries", "<", MOST_TRIES)
    .execute();
}
