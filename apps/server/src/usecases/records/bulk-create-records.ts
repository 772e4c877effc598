import type { FeedbackRecord } from "@postil/domain/records/record";
import { bulkFaultText } from "@postil/domain/records/record-fault-text";
import { readRecords } from "../../storage/read-records.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { addRecords, type Wording } from "./add-records.ts";
import type { CreateRecords } from "./create-records.ts";
import { wholeRecords } from "./whole-records.ts";

const WORDING: Wording = { draft: "records cannot be created for a non published dataset", fault: bulkFaultText };

/** Adds records, all or none of them, and returns them with everything on them (contract api-v1 11.4, ROL-10). */
export async function bulkCreateRecords(
  context: Context,
  { datasetId, records }: CreateRecords,
): Promise<FeedbackRecord[]> {
  const dataset = await loadDatasetForManager(context, datasetId);
  const seqs = await addRecords(context, dataset, records, WORDING);
  return readRecords(context.db, wholeRecords(dataset), seqs);
}
