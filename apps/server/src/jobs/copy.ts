import { type Copying, copyTaskRecords } from "../storage/copy-task-records.ts";
import { firstWithin, STEP_BYTES } from "../storage/task-record-sizes.ts";
import type { TakeStep } from "./job-kind.ts";

/** Records copied in one step, fewer where they are large: some tens of milliseconds, after which other writes have their turn. */
const COPY_STEP = 250;

/** What a copy is about: where to, and before which number the records are that were there when it was asked for. */
export type Copied = Pick<Copying, "to"> & { readonly size: number };

/**
 * Copies the records of a task dataset. One transaction would keep everybody else from writing, for seconds with a hundred
 * thousand records. It is a job of the dataset that is copied, whose rows are removed after it should it be deleted meanwhile.
 * Done are numbers of records.
 */
export const copy: TakeStep = async (context, { dataset_key: from, about, done }) => {
  const { to, size }: Copied = JSON.parse(about);
  const target = context.db.selectFrom("task_dataset").select("key").where("key", "=", to);
  if (!(await target.executeTakeFirst())) return { done: 0, more: false };
  const next = Array.from({ length: Math.min(COPY_STEP, size - done) }, (_, index) => done + index);
  const seqs = await firstWithin(context.db, from, next, STEP_BYTES);
  await copyTaskRecords(context, { from, to }, seqs);
  return { done: seqs.length, more: done + seqs.length < size };
};
