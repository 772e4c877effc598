import { firstTaskRecordsWithin, STEP_BYTES } from "../storage/record-sizes.ts";
import { type Copying, copyTaskRecords } from "../storage/task-record-writes.ts";
import type { TakeStep } from "./job-kind.ts";

/** Records per step, fewer if they are large: some tens of milliseconds, then other writes get their turn. */
const COPY_STEP = 250;

/** Input of a copy: the target, and the record number below which all records existed at the time of the request. */
export type Copied = Pick<Copying, "to"> & { readonly size: number };

/**
 * Copies the records of a task dataset. A single transaction would block all other writes, for seconds with a hundred
 * thousand records. The job belongs to the source dataset: if that is deleted in the meantime, its rows are removed after
 * this job. `done` counts record numbers.
 */
export const copy: TakeStep = async (context, { dataset_key: from, about, done }) => {
  const { to, size }: Copied = JSON.parse(about);
  const target = context.db.selectFrom("task_dataset").select("key").where("key", "=", to);
  if (!(await target.executeTakeFirst())) return { done: 0, more: false };
  const next = Array.from({ length: Math.min(COPY_STEP, size - done) }, (_, index) => done + index);
  const seqs = await firstTaskRecordsWithin(context.db, from, next, STEP_BYTES);
  await copyTaskRecords(context, { from, to }, seqs);
  return { done: seqs.length, more: done + seqs.length < size };
};
