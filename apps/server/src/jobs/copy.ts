import { firstTaskRecordsWithin, STEP_BYTES } from "../storage/record-sizes.ts";
import { rowsOf } from "../storage/statements.ts";
import type { HasDb, WriteContext } from "../storage/store.ts";
import type { Seqs } from "../storage/tables.ts";
import { type Copying, copyTaskRecords } from "../storage/task-record-writes.ts";
import { OPEN, type TakeStep } from "./job-kind.ts";

/** Copies of a dataset that are being made, and how far each is. */
type UnderWay = Copied & { readonly done: number };

/**
 * Those whose target is there: one whose target is deleted waits, and one that was stopped keeps up with nothing. `before`: the key
 * of a job; only copies that were asked for before it.
 */
export async function copiesUnderWay({ db }: HasDb, from: number, before?: number): Promise<readonly UnderWay[]> {
  const rows = await rowsOf(db, "job", { name: "copy", dataset_key: from })
    .select(["about", "done"])
    .where("state", "in", OPEN)
    .$if(before !== undefined, (query) => query.where("key", "<", before ?? 0))
    .execute();
  const copies = rows.map(({ about, done }): UnderWay => ({ ...JSON.parse(about), done }));
  if (copies.length === 0) return [];
  const targets = db
    .selectFrom("task_dataset")
    .select("key")
    .where(
      "key",
      "in",
      copies.map(({ to }) => to),
    );
  const there = new Set((await targets.execute()).map(({ key }) => key));
  return copies.filter(({ to }) => there.has(to));
}

/** Copies records that a call or a job is about to delete or to discard, so that these need not wait for the copy (JOB-03). */
export async function copyBefore(
  context: WriteContext,
  from: number,
  seqs: Seqs,
  copies: readonly UnderWay[],
): Promise<void> {
  for (const { to, size, done } of copies) {
    const left = seqs.filter((seq) => seq >= done && seq < size);
    if (left.length > 0) await copyTaskRecords(context, { from, to }, left);
  }
}

/** Records per step, fewer if they are large: some tens of milliseconds, then other writes get their turn. */
const COPY_STEP = 250;

/** Input of a copy: the target, and the record number below which all records existed at the time of the request. */
export type Copied = Pick<Copying, "to"> & { readonly size: number };

/**
 * Copies the records of a task dataset, except those that are there already (copyBefore). A single transaction would block all
 * other writes, for seconds with a hundred thousand records. The job belongs to the source dataset: if that is deleted in the
 * meantime, its rows are removed after this job. `done` counts record numbers.
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
