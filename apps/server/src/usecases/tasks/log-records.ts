import type { TaskDataset } from "@postil/domain/datasets/dataset";
import type { Task } from "@postil/domain/datasets/dataset-links";
import { Refusal } from "@postil/domain/refusal";
import { labelsIn } from "@postil/domain/tasks/annotation-part-labels";
import { checkRecord } from "@postil/domain/tasks/check-record";
import {
  inputKeys,
  type Logged,
  MOST_INPUT_KEYS,
  MOST_METADATA_KEYS,
  MOST_VECTOR_NAMES,
  metadataKeys,
  metadataMisfits,
  namesFault,
  tooManyMetadataKeys,
  vectorMisfits,
  vectorNames,
} from "@postil/domain/tasks/dataset-rules";
import { labelUnknown, strangerTo, TOO_MANY_VECTORS } from "@postil/domain/tasks/label-schema";
import { logRecord } from "@postil/domain/tasks/log-record";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import { isAsSeen } from "@postil/domain/tasks/seen-record";
import type { TaskRecordId } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { documentOf, taskRecordsAfter } from "../../storage/task-records.ts";
import { readTaskSettings } from "../../storage/task-settings.ts";
import { loadInputKeys, loadMetadataKinds } from "../../storage/task-targets.ts";
import { loadTaskVectorKinds } from "../../storage/task-vectors.ts";
import { layOverTaskDataset } from "./datasets.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetOf } from "./load-task-dataset.ts";
import { writeOver } from "./write-records.ts";

/** Maximum number of misfits in an error: enough to see the mistake. */
const MOST_MISFITS = 100;

/** Refuses metadata and vectors that do not fit those of the dataset (contract api-v0 5.5, 5.6). */
export async function refuseMisfits(
  { db }: Context,
  dataset: TaskDatasetRow,
  records: readonly Logged[],
): Promise<void> {
  const kinds = await loadMetadataKinds(db, dataset.key);
  const sent = metadataKeys(records);
  const len = tooManyMetadataKeys(kinds.keys(), sent);
  if (len !== null) {
    const says = `A dataset may have ${MOST_METADATA_KEYS} metadata keys, there would be ${len}`;
    throw new Refusal("metadata_limit", says, undefined, { len, limit: MOST_METADATA_KEYS });
  }
  const inputs = inputKeys(await loadInputKeys(db, dataset.key), records);
  if (inputs.size > MOST_INPUT_KEYS)
    throw new Refusal("bad_request", `A dataset may have ${MOST_INPUT_KEYS} inputs, there would be ${inputs.size}`);
  const vectors = await loadTaskVectorKinds(db, dataset.key);
  const ofVectors = vectorNames(vectors.keys(), records);
  if (ofVectors.size > MOST_VECTOR_NAMES) throw new Refusal("bad_request", TOO_MANY_VECTORS);
  const fault = namesFault([...new Set([...kinds.keys(), ...sent]), ...inputs, ...ofVectors]);
  if (fault) throw new Refusal("unprocessable", fault);
  const dimensions = new Map([...vectors.values()].map(({ name, dimensions }) => [name, dimensions]));
  const misfits = [...metadataMisfits(kinds, records), ...vectorMisfits(dimensions, records)];
  if (misfits.length === 0) return;
  const errors = misfits.slice(0, MOST_MISFITS).map((reason) => ({ reason, caused_by: null }));
  const says = `Cannot log data in dataset ${taskDatasetId(dataset)}`;
  throw new Refusal("bulk_data", says, undefined, { errors });
}

/**
 * Refuses labels outside the schema, and single-label records in a dataset with multi-label records, or the reverse (contract
 * api-v0 5.3, TST-17).
 */
async function refuseOtherKinds(
  { db }: Context,
  { key, name }: TaskDatasetRow,
  records: readonly LoggedRecord[],
): Promise<void> {
  const [first] = records;
  if (!first) return;
  const settings = await readTaskSettings(db, key);
  const stranger = settings?.labelSchema && strangerTo(settings.labelSchema, labelsOf(records));
  if (stranger !== undefined && stranger !== null) throw new Refusal("bad_request", labelUnknown(stranger));
  if (!("inputs" in first)) return;
  const [stored] = await taskRecordsAfter(db, key, "", 1);
  const document = stored && documentOf(stored);
  if (!document || !("inputs" in document) || document.multi_label === first.multi_label) return;
  const [there, given] = document.multi_label ? ["multi-label", "single-label"] : ["single-label", "multi-label"];
  throw new Refusal(
    "bad_request",
    `The records of dataset \`${name}\` are ${there}, those that were sent are ${given}.`,
  );
}

/** The labels of the main predictions and annotations, without those of other agents. */
function* labelsOf(records: readonly LoggedRecord[]): Generator<string> {
  for (const { prediction, annotation } of records) {
    if (prediction) yield* labelsIn(prediction);
    if (annotation) yield* labelsIn(annotation);
  }
}

type LogTaskRecords = TaskDatasetOf<Task> &
  Pick<TaskDataset, "tags" | "metadata"> & { readonly records: readonly LoggedRecord[] };

/** The number of logged records, and the ids of those that were skipped because they changed since the client saw them. */
type LoggedTaskRecords = { readonly processed: number; readonly changed: readonly TaskRecordId[] };

/**
 * Adds records, or merges them into the records with the same ids: all or none, except those that changed since the client
 * saw them. Tags and metadata are merged into those of the dataset. Its time changes even without records (contract api-v0
 * 6.1, TST-16). Every member may do this (ROL-11).
 */
export async function logTaskRecords(context: Context, input: LogTaskRecords): Promise<LoggedTaskRecords> {
  const dataset = await loadTaskDatasetForMember(context, input);
  if (input.records.length > 0) requireOpen(dataset);
  const records = checked(input.records);
  await refuseOtherKinds(context, dataset, records);
  await refuseMisfits(context, dataset, records);
  await layOverTaskDataset(context, dataset, input);
  const lastUpdated = timeToText(context.now());
  const changed: TaskRecordId[] = [];
  const named = records.map((record, index) => ({ record, index, id: record.id ?? newId() }));
  await writeOver(context, dataset, named, ({ record, id, index }, { document, lastLog }) => {
    if (!record.seen || isAsSeen(document, record.seen))
      return { ...logRecord(document, record, { id, lastUpdated, earlier: lastLog }), index };
    changed.push(id);
    return null;
  });
  return { processed: records.length - changed.length, changed };
}

/** Maximum number of errors, the same as for schema errors (wire/leaf.ts of the contract). */
const MOST_ERRORS = 1000;

/** Reports the first mistake of each wrong record. */
function checked(records: readonly LoggedRecord[]): LoggedRecord[] {
  const errors: { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string }[] = [];
  const sound = records.flatMap((given, index) => {
    const result = checkRecord(given);
    if ("record" in result) return [result.record];
    const { at, says: msg } = result.fault;
    if (errors.length < MOST_ERRORS) errors.push({ loc: ["body", "records", index, ...at], msg, type: "value_error" });
    return [];
  });
  if (errors.length > 0) throw new Refusal("invalid_records", "Some records are not valid.", undefined, { errors });
  return sound;
}

export const logTaskRecordCalls = {
  writes: { logTaskRecords },
} as const;
