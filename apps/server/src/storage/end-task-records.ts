import { recordsPassing } from "./sqlite/records-by-value.ts";
import type { Context } from "./store.ts";
import { addTaskHistory } from "./task-history.ts";
import { removeTaskRecords, writeTaskStatus } from "./task-record-writes.ts";
import { documentOf, readTaskRecords } from "./task-records.ts";
import { TASK_TARGETS } from "./task-targets.ts";
import { ANY } from "./value-demand.ts";
import { derivedSource } from "./value-source.ts";

/** How found records end: they are deleted, or only their status changes. */
export type Ending = {
  readonly datasetKey: number;
  /** The user who asked for it. */
  readonly actorKey: number;
  readonly discard: boolean;
};

type WriteContext = Pick<Context, "db" | "now">;

/** Deletes or discards records; their times do not change (contract api-v0 7.3). */
export async function endTaskRecords(context: WriteContext, ending: Ending, seqs: readonly number[]): Promise<void> {
  const { datasetKey, discard } = ending;
  if (!discard) return removeTaskRecords(context, datasetKey, seqs);
  const stored = await readTaskRecords(context.db, datasetKey, seqs);
  await writeTaskStatus(context, datasetKey, seqs, "Discarded");
  const changed = stored.map((record) => {
    const before = documentOf(record);
    return { seq: record.seq, before, after: { ...before, status: "Discarded" as const } };
  });
  await addTaskHistory(context, ending, changed);
}

/** The records that were not logged again after a time. */
export async function notLoggedSince(
  { db }: Pick<Context, "db">,
  datasetKey: number,
  seqs: readonly number[],
  time: number,
): Promise<number[]> {
  const times = derivedSource(datasetKey, TASK_TARGETS.last_updated, "time", { single: true });
  const later = { ...ANY, low: { value: time, inclusive: false } };
  const logged = new Set(await recordsPassing(db, times, later, seqs));
  return seqs.filter((seq) => !logged.has(seq));
}

/** The records whose status and answers were not changed after a time: such a change does not change the time of a record. */
export async function notAnsweredSince(
  { db }: Pick<Context, "db">,
  datasetKey: number,
  seqs: readonly number[],
  time: number,
): Promise<number[]> {
  if (seqs.length === 0) return [];
  const steps = db.selectFrom("activity").select("seq").where("dataset_key", "=", datasetKey).where("seq", "in", seqs);
  const answered = new Set((await steps.where("at", ">", time).execute()).map(({ seq }) => seq));
  return seqs.filter((seq) => !answered.has(seq));
}
