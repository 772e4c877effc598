import type { Selectable } from "kysely";
import type { Context } from "../storage/store.ts";
import type { JobTable } from "../storage/tables.ts";

export type JobRow = Selectable<JobTable>;

/** The amount of work of a step, in the job's own units; `more`: true if there may be more to do. */
export type Step = { readonly done: number; readonly more: boolean };

/**
 * A step of a job. It is one transaction, together with the job's progress, and small enough that other writes run between
 * two steps. It reads its position from the database, so it continues after a restart.
 */
export type TakeStep = (context: Context, job: JobRow) => Promise<Step>;

/** How a job runs: in steps, or as `work` without a transaction, which the runner receives. */
export type JobKind = TakeStep | "work";
