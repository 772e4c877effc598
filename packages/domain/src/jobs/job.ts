import type { Micros } from "../time.ts";

/** Work that outlives the call that asked for it. */

/**
 * `purge`: removes the rows of what was deleted; `copy`: copies the records of a task dataset; `delete`, `discard`: what becomes of
 * those that a query found; `restore`: brings deleted records back; `snapshot`: keeps a dataset as it is.
 */
export type JobName = "purge" | "copy" | "delete" | "discard" | "restore" | "snapshot";

/** `stopped`: goes on when somebody says so; `failed`: when somebody says so, or when the server starts again. */
export const JOB_STATES = ["waiting", "running", "stopped", "failed", "done"] as const;
export type JobState = (typeof JOB_STATES)[number];

export type Job = {
  readonly id: string;
  readonly name: JobName;
  /** The dataset it is about, which may be gone. */
  readonly datasetId: string | null;
  readonly state: JobState;
  /** How much it has done, in its own units. */
  readonly done: number;
  /** How much there is to do; null: nobody knows before. */
  readonly total: number | null;
  /** Why it failed. */
  readonly error: string | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
