import { faultReason } from "@postil/domain/records/record-fault-text";
import type { NewRecord } from "@postil/domain/records/record-input";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { addRecords, type Wording } from "./add-records.ts";

export type CreateRecords = { readonly datasetId: string; readonly records: readonly NewRecord[] };

const WORDING: Wording = {
  draft: "Records cannot be created for a non published dataset",
  fault: (fault, position, datasetId) =>
    `Record at position ${position} is not valid because ${faultReason(fault, datasetId)}`,
};

/** Adds records, all or none of them, for older clients (contract api-v1 11.1, ROL-10). */
export async function createRecords(context: Context, { datasetId, records }: CreateRecords): Promise<void> {
  const dataset = await loadDatasetForManager(context, datasetId);
  await addRecords(context, dataset, records, WORDING);
}
