import type { JobRow } from "../storage/job-rows.ts";
import type { Context } from "../storage/store.ts";

/** How much a step did, in the job's own units, and whether there may be more to do. */
export type Step = { readonly done: number; readonly more: boolean };

/**
 * A step of a job: a transaction with the note of how far the job is, and small enough that other writes pass between two. Where it
 * goes on it reads from the store, so it is the same after a restart.
 */
export type TakeStep = (context: Context, job: JobRow) => Promise<Step>;

/** What a job does: a step at a time, or `work` that is no transaction, which the runner is given. */
export type JobKind = TakeStep | "work";
