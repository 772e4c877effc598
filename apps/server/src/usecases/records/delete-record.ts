import type { FeedbackRecord } from "@postil/domain/records/record";
import { noteAudit } from "../../storage/audit.ts";
import { floatsOf } from "../../storage/read-records.ts";
import { recordFromRow } from "../../storage/record-rows.ts";
import { removeRecords } from "../../storage/record-writes.ts";
import { loadTargets } from "../../storage/search-derived.ts";
import type { Context } from "../../storage/store.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { loadRecordForManager } from "./load-record.ts";

/** Deletes one record; returns it as it was, without what hung on it (contract api-v1 row 38, ROL-10). */
export async function deleteRecord(context: Context, { recordId }: { recordId: string }): Promise<FeedbackRecord> {
  const { key: actorKey } = requireCaller(context);
  const row = await loadRecordForManager(context, recordId);
  const { dataset_key: datasetKey, dataset_id: datasetId } = row;
  const targets = await loadTargets(context.db, datasetId);
  const floats = await floatsOf(context.db, datasetId);
  await removeRecords(context, { datasetKey, datasetId, actorKey, targets }, [row.seq]);
  const told = { ...(await namesOfDataset(context, datasetKey)), records: 1 };
  await noteAudit(context, { kind: "records_deleted", told });
  return recordFromRow(row, datasetId, { seen: null, floats });
}
