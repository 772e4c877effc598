import { countBits } from "@postil/domain/queue/bitmap";
import { addJob } from "../../jobs/add-job.ts";
import { END_BYTES, END_STEP } from "../../jobs/end-records.ts";
import { membersOf } from "../../records/seq-set.ts";
import { noteAudit } from "../../storage/audit.ts";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import { endTaskRecords } from "../../storage/end-task-records.ts";
import { changesAfter } from "../../storage/sqlite/changed-blocks.ts";
import type { Context } from "../../storage/store.ts";
import { firstWithin } from "../../storage/task-record-sizes.ts";
import { requireCaller } from "../require-caller.ts";
import { type FoundToEnd, findToEnd, loadToEnd, type RecordsToEnd } from "./find-records-to-end.ts";

export type DeleteTaskRecords = RecordsToEnd & {
  /** What was found before. */
  readonly found: FoundToEnd;
};

/** `job`: what does it; null: it is done. */
export type DeletedTaskRecords = { readonly count: number; readonly job: number | null };

/**
 * Deletes or discards what a query finds; no time of a record or of the dataset moves (contract api-v0 7.3). Few small records go
 * at once, others by a job that goes on after a restart, so that all of them go once the first is gone.
 */
export async function deleteTaskRecords(
  context: Context,
  { found, ...asked }: DeleteTaskRecords,
): Promise<DeletedTaskRecords> {
  const { discard, query } = asked;
  const dataset = await loadToEnd(context, asked);
  const { key: datasetKey, workspace, name, workspace_id } = dataset;
  const { set } = (await isAsFound(context, dataset, found)) ? found : await findToEnd(context, dataset, query);
  const count = countBits(set);
  const { key: actorKey } = requireCaller(context);
  if (count > 0 && !discard)
    await noteAudit(context, { kind: "records_deleted", told: { dataset: name, workspace, records: count } });
  const few = count <= END_STEP ? membersOf(set) : null;
  if (few && (await firstWithin(context.db, datasetKey, few, END_BYTES)).length === count) {
    if (count > 0) await endTaskRecords(context, { datasetKey, actorKey, discard }, few);
    return { count, job: null };
  }
  const records = Buffer.from(set.buffer, set.byteOffset, set.byteLength).toString("base64");
  const job = await addJob(context, {
    name: discard ? "discard" : "delete",
    dataset: { key: datasetKey, id: taskDatasetId({ workspace, name }), workspace_id },
    about: { records, actorKey, at: context.now() },
    total: count,
  });
  return { count, job };
}

/**
 * Whether none of the records that were found has changed since: they are what the query finds, then as now. The dataset may
 * have been deleted and another made under its name.
 */
async function isAsFound({ db }: Context, { key }: TaskDatasetRow, found: FoundToEnd): Promise<boolean> {
  const { datasetKey, set, version } = found;
  if (datasetKey !== key) return false;
  const { stretches } = await changesAfter(db, key, "values", version);
  return stretches.every(({ from, to }) => countBits(set, from, Math.min(to, set.length << 5)) === 0);
}
