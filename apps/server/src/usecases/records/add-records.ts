import type { NewRecord } from "@postil/domain/records/record-input";
import { type RecordFault, recordFault } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import { insertRecords } from "../../storage/record-writes.ts";
import type { Context } from "../../storage/store.ts";
import type { DatasetRow } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { loadRecordRules } from "./load-record-rules.ts";
import { refuseTakenExternalIds } from "./refuse-taken-external-ids.ts";

/** The older and the newer call refuse the same things in other words (contract api-v1 11.1, 11.4). */
export type Wording = {
  /** Of records for a dataset that is not published. */
  readonly draft: string;
  readonly fault: (fault: RecordFault, position: number, datasetId: string) => string;
};

/** Adds records to a dataset, all or none; returns their numbers in the order sent. */
export async function addRecords(
  context: Context,
  dataset: DatasetRow,
  records: readonly NewRecord[],
  wording: Wording,
): Promise<number[]> {
  const { key: actorKey } = requireCaller(context);
  if (dataset.status !== "ready") throw new Refusal("unprocessable", wording.draft);
  await refuseTakenExternalIds(context.db, dataset.key, records);
  const rules = await loadRecordRules(context.db, dataset, records);
  for (const [position, record] of records.entries()) {
    const fault = recordFault(rules, { ...record, isNew: true });
    if (fault) throw new Refusal("unprocessable", wording.fault(fault, position, dataset.id));
  }
  return insertRecords(context, { keys: rules.keys, actorKey }, records);
}
