import type { FeedbackRecord } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import { recordFromRow } from "../../storage/record-rows.ts";
import { removeRecords } from "../../storage/record-writes.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { loadRecordForManager } from "./load-record.ts";

const MOST_AT_ONCE = 100;

/** Ids of a query; null: not all of them were ids. */
export type DeleteRecords = { readonly datasetId: string; readonly ids: readonly string[] | null };

/** Refuses what is no list of up to 100 ids (contract api-v1 11.3). */
export function deletableIds(ids: readonly string[] | null, what: "records" | "suggestions"): readonly string[] {
  if (ids === null) throw new Refusal("unprocessable", "Invalid UUID format");
  if (ids.length > MOST_AT_ONCE) {
    throw new Refusal("unprocessable", `Cannot delete more than ${MOST_AT_ONCE} ${what} at once`);
  }
  return ids;
}

/** Deletes records by id; ids that are not of the dataset are passed over (contract api-v1 row 30, ROL-10). */
export async function deleteRecords(context: Context, { datasetId, ids }: DeleteRecords): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  const dataset = await loadDatasetForManager(context, datasetId);
  const rows = await context.db
    .selectFrom("record")
    .select("seq")
    .where("dataset_key", "=", dataset.key)
    .where("id", "in", deletableIds(ids, "records"))
    .execute();
  const of = { datasetKey: dataset.key, datasetId, actorKey };
  await removeRecords(
    context,
    of,
    rows.map((row) => row.seq),
  );
}

/** Deletes one record; returns it as it was, without what hung on it (contract api-v1 row 38, ROL-10). */
export async function deleteRecord(context: Context, { recordId }: { recordId: string }): Promise<FeedbackRecord> {
  const { key: actorKey } = requireCaller(context);
  const row = await loadRecordForManager(context, recordId);
  await removeRecords(context, { datasetKey: row.dataset_key, datasetId: row.dataset_id, actorKey }, [row.seq]);
  return recordFromRow(row, row.dataset_id);
}
