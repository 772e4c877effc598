import type { FeedbackRecord } from "@postil/domain/entities";
import { bulkFaultText, faultReason } from "@postil/domain/record-fault-text";
import type { NewRecord } from "@postil/domain/record-input";
import { type RecordFault, recordFault } from "@postil/domain/record-rules";
import { Refusal } from "@postil/domain/refusal";
import { readRecords } from "../../storage/read-records.ts";
import { insertRecords } from "../../storage/record-writes.ts";
import type { Context } from "../../storage/store.ts";
import { type DatasetRow, loadDatasetForManager } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { everything } from "./everything.ts";
import { loadScene } from "./load-scene.ts";
import { refuseTakenExternalIds } from "./refuse-taken-external-ids.ts";

export type CreateRecords = { readonly datasetId: string; readonly records: readonly NewRecord[] };

type Wording = {
  readonly draft: string;
  readonly fault: (fault: RecordFault, position: number, datasetId: string) => string;
};

const OLDER: Wording = {
  draft: "Records cannot be created for a non published dataset",
  fault: (fault, position, datasetId) =>
    `Record at position ${position} is not valid because ${faultReason(fault, datasetId)}`,
};
const BULK: Wording = { draft: "records cannot be created for a non published dataset", fault: bulkFaultText };

/** Adds records, all or none of them, for older clients (contract api-v1 11.1, ROL-10). */
export async function createRecords(context: Context, input: CreateRecords): Promise<void> {
  const dataset = await loadDatasetForManager(context, input.datasetId);
  await addAll(context, dataset, input.records, OLDER);
}

/** Adds records, all or none of them, and returns them with everything on them (contract api-v1 11.4, ROL-10). */
export async function bulkCreateRecords(context: Context, input: CreateRecords): Promise<FeedbackRecord[]> {
  const dataset = await loadDatasetForManager(context, input.datasetId);
  const seqs = await addAll(context, dataset, input.records, BULK);
  return readRecords(context.db, everything(dataset), seqs);
}

async function addAll(
  context: Context,
  dataset: DatasetRow,
  records: readonly NewRecord[],
  wording: Wording,
): Promise<number[]> {
  const { key: actorKey } = requireCaller(context);
  if (dataset.status !== "ready") throw new Refusal("unprocessable", wording.draft);
  await refuseTakenExternalIds(context.db, dataset.key, records);
  const scene = await loadScene(context.db, dataset, records);
  for (const [position, record] of records.entries()) {
    const fault = recordFault(scene, { ...record, isNew: true });
    if (fault) throw new Refusal("unprocessable", wording.fault(fault, position, dataset.id));
  }
  return insertRecords(context, { keys: scene.keys, actorKey }, dataset.next_seq, records);
}
