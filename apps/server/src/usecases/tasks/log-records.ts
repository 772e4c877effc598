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
import { type LogResult, logRecord } from "@postil/domain/tasks/log-record";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import { sizeFault } from "@postil/domain/tasks/record-size";
import { isAsSeen } from "@postil/domain/tasks/seen-record";
import type { TaskDocument, TaskRecordId } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import { inChunks } from "../../storage/in-chunks.ts";
import type { Context } from "../../storage/store.ts";
import { addTaskHistory, type TaskRecordChanged } from "../../storage/task-history.ts";
import { partsBySize, sizesOfIds } from "../../storage/task-record-sizes.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import {
  documentOf,
  findTaskRecords,
  lastLogOf,
  type StoredTaskRecord,
  taskRecordsAfter,
} from "../../storage/task-records.ts";
import { readTaskSettings } from "../../storage/task-settings.ts";
import { loadInputKeys, loadMetadataKinds } from "../../storage/task-targets.ts";
import { loadTaskVectorKinds } from "../../storage/task-vectors.ts";
import { requireCaller } from "../require-caller.ts";
import { layOverTaskDataset } from "./datasets.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetOf } from "./load-task-dataset.ts";

/** `index`: which of the records of the call it is; none: it is the only one. */
type Written = LogResult & { readonly index?: number };

/** Refuses a record that would be larger than one may be, with all that was there of it before. */
export async function refuseTooLarge(
  { db }: Context,
  datasetKey: number,
): Promise<(written: Written, document: number) => void> {
  const kinds = await loadTaskVectorKinds(db, datasetKey);
  return ({ document: { vectors = {} }, vectors: brought, index }, document) => {
    const lengthOf = (name: string) => brought[name]?.length ?? kinds.get(name)?.dimensions ?? 0;
    const numbers = Object.keys(vectors).reduce((sum, name) => sum + lengthOf(name), 0);
    const msg = sizeFault({ document, numbers });
    if (msg === null) return;
    const loc = index === undefined ? ["body"] : ["body", "records", index];
    const errors = [{ loc, msg, type: "value_error" }];
    throw new Refusal("invalid_records", "The record is too large.", undefined, { errors });
  };
}

/** Misfits that are told at most: enough to see what is wrong. */
const MOST_MISFITS = 100;

/** Refuses metadata and vectors that do not go with those of the dataset (contract api-v0 5.5, 5.6). */
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

/** Refuses labels outside the schema, and records of one label where others may have several (contract api-v0 5.3, TST-17). */
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

/** Of the main predictions and annotations; other agents' are not looked at. */
function* labelsOf(records: readonly LoggedRecord[]): Generator<string> {
  for (const { prediction, annotation } of records) {
    if (prediction) yield* labelsIn(prediction);
    if (annotation) yield* labelsIn(annotation);
  }
}

/** Adds what the caller did to records to their history. */
export async function noteTaskChanges(
  context: Context,
  datasetKey: number,
  records: readonly TaskRecordChanged[],
): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  await addTaskHistory(context, { datasetKey, actorKey }, records);
}

type Write = LogResult & {
  /** Null: it is new. */
  readonly seq: number | null;
  /** As it was before the call. */
  readonly before: TaskDocument | null;
  /** Which of the call it is, the last of its id. */
  readonly index: number;
};
type Named = { readonly record: LoggedRecord; readonly id: TaskRecordId; readonly index: number };

/** Of the records that are there, so many bytes are laid over at once. */
const TOGETHER = 16 * 2 ** 20;

/**
 * Lays records over those of their ids; one that comes twice is laid over what came before it. Returns the ids of those that are not as
 * they had been seen: nothing of them is written.
 */
async function writeLogs(
  context: Context,
  { key }: TaskDatasetRow,
  records: readonly LoggedRecord[],
): Promise<readonly TaskRecordId[]> {
  const named = records.map((record, index): Named => ({ record, index, id: record.id ?? newId() }));
  const byId = Map.groupBy(named, ({ id }) => String(id));
  const ids = [...byId.keys()];
  const there = await sizesOfIds(context.db, key, ids);
  const lastUpdated = timeToText(context.now());
  const refuse = await refuseTooLarge(context, key);
  const changed: TaskRecordId[] = [];
  for (const part of partsBySize(ids, (id) => there.get(id) ?? 0, TOGETHER)) {
    const stored = await findStored(
      context,
      key,
      part.filter((id) => there.has(id)),
    );
    const laid = layOver(
      part.flatMap((id) => byId.get(id) ?? []),
      stored,
      lastUpdated,
    );
    const written = await writeTaskRecords(context, key, laid.writes, refuse);
    const steps = written.map(({ seq, before, document: after }) => ({ seq, before, after }));
    await noteTaskChanges(context, key, steps);
    changed.push(...laid.changed);
  }
  return changed;
}

async function findStored({ db }: Context, datasetKey: number, ids: readonly string[]) {
  const stored = new Map<string, StoredTaskRecord>();
  await inChunks(ids, async (some) => {
    for (const [id, row] of await findTaskRecords(db, datasetKey, some)) stored.set(id, row);
  });
  return stored;
}

function layOver(named: readonly Named[], stored: ReadonlyMap<string, StoredTaskRecord>, lastUpdated: string) {
  const writes = new Map<string, Write>();
  const changed: TaskRecordId[] = [];
  for (const { record, id, index } of named) {
    const row = stored.get(String(id));
    const earlier = writes.get(String(id)) ?? unchanged(row);
    if (record.seen && !isAsSeen(earlier.document, record.seen)) {
      changed.push(id);
      continue;
    }
    const written = logRecord(earlier.document, record, { id, lastUpdated, earlier: earlier.lastLog });
    const vectors = { ...earlier.vectors, ...written.vectors };
    writes.set(String(id), { ...written, vectors, seq: row?.seq ?? null, before: earlier.before, index });
  }
  return { writes: [...writes.values()], changed };
}

function unchanged(row: StoredTaskRecord | undefined) {
  const document = row ? documentOf(row) : null;
  return { document, lastLog: row && lastLogOf(row), before: document, vectors: {} };
}

type LogTaskRecords = TaskDatasetOf<Task> &
  Pick<TaskDataset, "tags" | "metadata"> & { readonly records: readonly LoggedRecord[] };

/** How many records were logged, and the ids of those that were not, because they are not as they had been seen. */
type LoggedTaskRecords = { readonly processed: number; readonly changed: readonly TaskRecordId[] };

/**
 * Adds records or lays them over those of their ids, all or none but for those that changed since they were seen; tags and
 * metadata are laid over those of the dataset, whose time moves also without records (contract api-v0 6.1, TST-16). Every member
 * may (ROL-11).
 */
export async function logTaskRecords(context: Context, input: LogTaskRecords): Promise<LoggedTaskRecords> {
  const dataset = await loadTaskDatasetForMember(context, input);
  if (input.records.length > 0) requireOpen(dataset);
  const records = checked(input.records);
  await refuseOtherKinds(context, dataset, records);
  await refuseMisfits(context, dataset, records);
  await layOverTaskDataset(context, dataset, input);
  const changed = await writeLogs(context, dataset, records);
  return { processed: records.length - changed.length, changed };
}

/** As many as of a schema (wire/leaf.ts of the contract). */
const MOST_ERRORS = 1000;

/** Tells all that is wrong, a record's first mistake each. */
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
