import type { Task, TaskDataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { labelsIn } from "@postil/domain/tasks/annotation-part";
import {
  type AnswerOutcome,
  judgeAnswer,
  logOfAnswer,
  stateOf,
  type TaskAnswer,
} from "@postil/domain/tasks/answer-record";
import { checkRecord } from "@postil/domain/tasks/check-record";
import {
  inputKeys,
  type Logged,
  labelUnknown,
  MOST_INPUT_KEYS,
  MOST_METADATA_KEYS,
  MOST_VECTOR_NAMES,
  metadataKeys,
  metadataMisfits,
  namesFault,
  strangerTo,
  TOO_MANY_VECTORS,
  tooManyMetadataKeys,
  vectorMisfits,
  vectorNames,
} from "@postil/domain/tasks/dataset-rules";
import { isAsSeen, type LoggedRecord, type LogResult, logRecord, sizeFault } from "@postil/domain/tasks/log-record";
import type { LastLog, TaskDocument, TaskRecordId } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { addTaskHistory, type TaskRecordChanged } from "../../storage/activity.ts";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import { inChunks, partsBySize } from "../../storage/parts.ts";
import { taskRecordSizesById } from "../../storage/record-sizes.ts";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings } from "../../storage/task-datasets.ts";
import { inputNames, loadTaskTargets, metadataKinds } from "../../storage/task-family.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import {
  documentOf,
  findTaskRecords,
  lastLogOf,
  type StoredTaskRecord,
  taskRecordsAfter,
} from "../../storage/task-records.ts";
import { together } from "../../storage/together.ts";
import { loadTaskVectorKinds } from "../../storage/vectors.ts";
import { requireCaller } from "../refuse.ts";
import {
  layOverTaskDataset,
  loadOpenTaskDataset,
  loadTaskDatasetForMember,
  requireOpen,
  type TaskDatasetAt,
  type TaskDatasetOf,
} from "./datasets.ts";

/** Writes records of task datasets over the stored ones, with their history. */

/** `index`: position of the record in the call; absent if it is the only one. */
type Written = LogResult & { readonly index?: number };

/** Returns the reason if a record, with everything stored on it before, would be too large; null if it is not. */
export async function sizeCheck(
  { db }: Context,
  datasetKey: number,
): Promise<(written: Written, document: number) => string | null> {
  const kinds = await loadTaskVectorKinds(db, datasetKey);
  return ({ document: { vectors = {} }, vectors: brought }, document) => {
    const lengthOf = (name: string) => brought[name]?.length ?? kinds.get(name)?.dimensions ?? 0;
    const numbers = Object.keys(vectors).reduce((sum, name) => sum + lengthOf(name), 0);
    return sizeFault({ document, numbers });
  };
}

export async function refuseTooLarge(
  context: Context,
  datasetKey: number,
): Promise<(written: Written, document: number) => void> {
  const faultOf = await sizeCheck(context, datasetKey);
  return (written, document) => {
    const msg = faultOf(written, document);
    if (msg === null) return;
    const loc = written.index === undefined ? ["body"] : ["body", "records", written.index];
    const errors = [{ loc, msg, type: "value_error" }];
    throw new Refusal("invalid_records", "The record is too large.", undefined, { errors });
  };
}

export async function noteTaskChanges(
  context: Context,
  datasetKey: number,
  records: readonly TaskRecordChanged[],
): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  await addTaskHistory(context, { datasetKey, actorKey }, records);
}

/** The present state of a record; null and undefined if it does not exist. */
type Earlier = { readonly document: TaskDocument | null; readonly lastLog: LastLog | undefined };

type Write = Written & {
  /** Null means a new record. */
  readonly seq: number | null;
  readonly before: TaskDocument | null;
};

/** Maximum total size of existing records that are overwritten in one batch. */
const TOGETHER = 16 * 2 ** 20;

/**
 * Writes items over the records with their ids, in order: if an id occurs twice, the second item is merged into the result of
 * the first. `lay` returns the new record for an item; null means that the item is not written. Returns the number of written
 * records.
 */
export async function writeOver<Item extends { readonly id: TaskRecordId }>(
  context: Context,
  { key }: Pick<TaskDatasetRow, "key">,
  items: readonly Item[],
  lay: (item: Item, earlier: Earlier) => Written | null,
  /** `isDry`: only asks `lay` about each item. */
  { isDry = false }: { readonly isDry?: boolean } = {},
): Promise<number> {
  // No two records of a dataset have the same id, and no index says so.
  if (!isDry) await context.db.lock.dataset(key);
  const byId = Map.groupBy(items, ({ id }) => String(id));
  const ids = [...byId.keys()];
  const [there, refuse] = await together([taskRecordSizesById(context.db, key, ids), refuseTooLarge(context, key)]);
  let count = 0;
  for (const part of partsBySize(ids, (id) => there.get(id) ?? 0, TOGETHER)) {
    const known = part.filter((id) => there.has(id));
    const stored = await findStored(context, key, known);
    const writes = new Map<string, Write>();
    for (const item of part.flatMap((id) => byId.get(id) ?? [])) {
      const id = String(item.id);
      const row = stored.get(id);
      const earlier = writes.get(id) ?? unchanged(row);
      const written = lay(item, earlier);
      if (written === null) continue;
      const vectors = { ...earlier.vectors, ...written.vectors };
      writes.set(id, { ...written, vectors, seq: row?.seq ?? null, before: earlier.before });
    }
    if (isDry) continue;
    const written = await writeTaskRecords(context, key, [...writes.values()], refuse);
    const steps = written.map(({ seq, before, document: after }) => ({ seq, before, after }));
    await noteTaskChanges(context, key, steps);
    count += written.length;
  }
  return count;
}

async function findStored({ db }: Context, datasetKey: number, ids: readonly string[]) {
  const stored = new Map<string, StoredTaskRecord>();
  await inChunks(ids, async (some) => {
    for (const [id, row] of await findTaskRecords(db, datasetKey, some)) stored.set(id, row);
  });
  return stored;
}

function unchanged(row: StoredTaskRecord | undefined) {
  const document = row ? documentOf(row) : null;
  return { document, lastLog: row && lastLogOf(row), before: document, vectors: {} };
}

/** Maximum number of misfits in an error: enough to see the mistake. */
const MOST_MISFITS = 100;

/** Refuses metadata and vectors that do not fit those of the dataset (contract api-v0 5.5, 5.6). */
export async function refuseMisfits(
  { db }: Context,
  dataset: TaskDatasetRow,
  records: readonly Logged[],
): Promise<void> {
  const [targets, vectors] = await together([loadTaskTargets(db, dataset.key), loadTaskVectorKinds(db, dataset.key)]);
  const kinds = metadataKinds(targets);
  const sent = metadataKeys(records);
  const len = tooManyMetadataKeys(kinds.keys(), sent);
  if (len !== null) {
    const says = `A dataset may have ${MOST_METADATA_KEYS} metadata keys, there would be ${len}`;
    throw new Refusal("metadata_limit", says, undefined, { len, limit: MOST_METADATA_KEYS });
  }
  const inputs = inputKeys(inputNames(targets), records);
  if (inputs.size > MOST_INPUT_KEYS)
    throw new Refusal("bad_request", `A dataset may have ${MOST_INPUT_KEYS} inputs, there would be ${inputs.size}`);
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

/** Refuses labels outside the schema (contract api-v0 5.3). */
async function refuseStrangers(
  { db }: Context,
  { key }: TaskDatasetRow,
  records: readonly LoggedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const settings = await readTaskSettings(db, key);
  const stranger = settings?.labelSchema && strangerTo(settings.labelSchema, labelsOf(records));
  if (stranger !== undefined && stranger !== null) throw new Refusal("bad_request", labelUnknown(stranger));
}

/** Refuses single-label records in a dataset with multi-label records, or the reverse (contract api-v0 5.3, TST-17). */
export async function refuseOtherKinds(
  { db }: Context,
  { key, name }: TaskDatasetRow,
  records: readonly LoggedRecord[],
): Promise<void> {
  const [first] = records;
  if (!first) return;
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
  await together([
    refuseStrangers(context, dataset, records),
    refuseOtherKinds(context, dataset, records),
    refuseMisfits(context, dataset, records),
  ]);
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
export function checked(records: readonly LoggedRecord[]): LoggedRecord[] {
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

/**
 * Sets status and annotation of each record separately, and only if the record is unchanged since the client saw it. The rest
 * of the record stays as it is stored (TST-19). Every member may do this (ROL-11). Returns an outcome for each answer, in
 * their order.
 */
async function answerTaskRecords(
  context: Context,
  { answers, ...at }: TaskDatasetAt & { readonly answers: readonly TaskAnswer[] },
): Promise<readonly AnswerOutcome[]> {
  const dataset = await loadOpenTaskDataset(context, at);
  const [settings, tooLarge] = await together([
    readTaskSettings(context.db, dataset.key),
    sizeCheck(context, dataset.key),
  ]);
  const lastUpdated = timeToText(context.now());

  function strangerIn({ annotation }: LoggedRecord): string | null {
    const schema = settings?.labelSchema;
    return schema && annotation ? strangerTo(schema, labelsIn(annotation)) : null;
  }
  const outcomes = answers.map(
    ({ id }): AnswerOutcome => ({ outcome: "missing", detail: `There is no record with the id ${id}` }),
  );
  const items = answers.map((answer, index) => ({ ...answer, index }));
  const written = await writeOver(context, dataset, items, ({ index, ...answer }, { document, lastLog }) => {
    const refuse = (detail: string) => {
      outcomes[index] = { outcome: "refused", detail };
      return null;
    };
    const leave = (outcome: "answered" | "changed", now: TaskDocument) => {
      outcomes[index] = { outcome, record: { ...stateOf(now), lastUpdated: now.last_updated } };
      return null;
    };
    if (document === null) return null;
    const verdict = judgeAnswer(document, answer);
    if (verdict !== "write") return leave(verdict === "none" ? "answered" : "changed", document);
    const log = logOfAnswer(document, answer);
    if ("fault" in log) return refuse(log.fault);
    const stranger = strangerIn(log.record);
    if (stranger !== null) return refuse(labelUnknown(stranger));
    const result = logRecord(document, log.record, { id: document.id, lastUpdated, earlier: lastLog });
    const { vectors: _, ...stored } = result.document; // vectors are stored separately
    const size = tooLarge(result, JSON.stringify(stored).length);
    if (size !== null) return refuse(size);
    leave("answered", result.document);
    return result;
  });
  if (written > 0) await layOverTaskDataset(context, dataset, { tags: {}, metadata: {} });
  return outcomes;
}

export const logTaskRecordCalls = {
  writes: { logTaskRecords, answerTaskRecords },
} as const;
