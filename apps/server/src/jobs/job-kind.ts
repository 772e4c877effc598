import type { Selectable } from "kysely";
import type { Removed } from "../storage/engine.ts";
import type { Context } from "../storage/store.ts";
import type { JobTable } from "../storage/tables.ts";

export type JobRow = Selectable<JobTable>;

/** The states of jobs that go on by themselves. */
export const OPEN = ["waiting", "running"] as const;

/** The amount of work of a step, in the job's own units; `more`: true if there may be more to do. */
export type Step = { readonly done: number; readonly more: boolean };

/**
 * A step of a job. It is one transaction, together with the job's progress, and small enough that other writes run between
 * two steps. It reads its position from the database, so it continues after a restart.
 */
export type TakeStep = (context: Context, job: JobRow) => Promise<Step>;

/** How a job runs: in steps, or as `work` without a transaction, which the runner receives. */
export type JobKind = TakeStep | "work";

/**
 * Input of a purge. If both keys are null: the whole dataset. Or the drafts of a deleted user, with the user who deleted
 * them.
 */
export type Purged = Omit<Removed, "datasetKey"> | { readonly draftsOf: number; readonly actorKey: number };

/**
 * Input of a deletion or discard: the records as a bitmap in base 64, the user who asked, and the time. `kept`: the key under
 * which deleted records are kept.
 */
export type Ended = {
  readonly records: string;
  readonly actorKey: number;
  readonly at: number;
  readonly kept?: number;
};

export type Restored = { readonly deletedKey: number };
