import type { Task } from "@postil/domain/datasets/dataset";
import type { Existing } from "@postil/domain/records/merge-record";
import { labelsIn } from "@postil/domain/tasks/annotation-part";
import { checkRecord } from "@postil/domain/tasks/check-record";
import {
  dimensionsWith,
  inputKeys,
  kindsWith,
  labelUnknown,
  MOST_INPUT_KEYS,
  MOST_METADATA_KEYS,
  MOST_VECTOR_NAMES,
  metadataMisfits,
  namesFault,
  strangerTo,
  TOO_MANY_VECTORS,
  vectorMisfits,
} from "@postil/domain/tasks/dataset-rules";
import { type LoggedRecord, logRecord } from "@postil/domain/tasks/log-record";
import { asAdded, overwritesPeople, type TaskMerged, taskChanges } from "@postil/domain/tasks/merge-task-record";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings } from "../../storage/task-datasets.ts";
import { loadInputKeys, loadMetadataKinds } from "../../storage/task-family.ts";
import { documentOf, taskRecordsAfter } from "../../storage/task-records.ts";
import { loadTaskVectorKinds } from "../../storage/vectors.ts";
import { layOverTaskDataset, loadTaskDatasetForManager, requireOpen, type TaskDatasetOf } from "./datasets.ts";
import { sizeCheck, writeOver } from "./log-records.ts";

/** Records of a file for a task dataset that is there (IMP-44): what each becomes is decided here, for a dry run and for writing. */

type MergeTaskRecords = TaskDatasetOf<Task> & {
  readonly records: readonly LoggedRecord[];
  readonly existing: Existing;
  /** So many updated records are told with their changes. */
  readonly samples: number;
};

/** What the records would become; nothing is written. */
const tryMergeTaskRecords = (context: Context, input: MergeTaskRecords): Promise<TaskMerged[]> =>
  merge(context, input, true);

/** Writes what is new and what changes, and says what became of each record. */
const mergeTaskRecords = (context: Context, input: MergeTaskRecords): Promise<TaskMerged[]> =>
  merge(context, input, false);

async function merge(context: Context, input: MergeTaskRecords, isDry: boolean): Promise<TaskMerged[]> {
  const dataset = await loadTaskDatasetForManager(context, input);
  requireOpen(dataset);
  const faultOf = await createCheck(context, dataset);
  const tooLarge = await sizeCheck(context, dataset.key);
  const lastUpdated = timeToText(context.now());
  const merged: TaskMerged[] = input.records.map(() => NEW);
  const sound = input.records.flatMap((given, index) => {
    const result = checkRecord(given);
    const fault = "fault" in result ? result.fault.says : faultOf(result.record);
    if (fault !== null || "fault" in result) {
      merged[index] = refused(fault ?? "");
      return [];
    }
    return [{ record: result.record, index, id: result.record.id ?? newId() }];
  });
  const written = await writeOver(
    context,
    dataset,
    sound,
    ({ record, id, index }, { document, lastLog }) => {
      const said = asAdded(document, record);
      const result = logRecord(document, said, { id, lastUpdated, earlier: lastLog });
      const { vectors: _, ...stored } = result.document; // vectors are stored separately
      const size = tooLarge(result, JSON.stringify(stored).length);
      merged[index] = size === null ? outcomeOf(document, result.document, said, input.existing) : refused(size);
      const { outcome } = merged[index];
      return outcome === "new" || outcome === "updated" ? { ...result, index } : null;
    },
    { isDry },
  );
  if (written > 0) {
    await layOverTaskDataset(context, dataset, { tags: {}, metadata: {} });
    await noteAudit(context, { kind: "records_added", told: { dataset: dataset.name, workspace: input.workspace } });
  }
  let left = input.samples;
  return merged.map((one) => (one.outcome === "updated" && left-- > 0 ? one : { ...one, changes: [] }));
}

const NEW: TaskMerged = { outcome: "new", fault: null, overwrites: false, changes: [] };
const refused = (fault: string): TaskMerged => ({ ...NEW, outcome: "refused", fault });

function outcomeOf(
  before: TaskDocument | null,
  after: TaskDocument,
  { vectors = {} }: LoggedRecord,
  existing: Existing,
): TaskMerged {
  if (before === null) return NEW;
  const changes = [
    ...taskChanges(before, after),
    // The numbers that are stored are not compared.
    ...Object.keys(vectors).map((name) => ({ name: `vectors.${name}`, before: null, after: "" })),
  ];
  if (changes.length === 0) return { ...NEW, outcome: "unchanged" };
  if (existing === "leave") return { ...NEW, outcome: "left" };
  return { outcome: "updated", fault: null, overwrites: overwritesPeople(before, changes), changes };
}

/** The rules that compare a record with the dataset, and with the records before it in the call (contract api-v0 5.3 to 5.6). */
async function createCheck({ db }: Context, { key }: TaskDatasetRow): Promise<(record: LoggedRecord) => string | null> {
  const schema = (await readTaskSettings(db, key))?.labelSchema;
  let kinds = await loadMetadataKinds(db, key);
  let inputs: ReadonlySet<string> = new Set(await loadInputKeys(db, key));
  const vectors = [...(await loadTaskVectorKinds(db, key)).values()];
  let dimensions: ReadonlyMap<string, number> = new Map(vectors.map((one) => [one.name, one.dimensions]));
  const [stored] = await taskRecordsAfter(db, key, "", 1);
  const first = stored ? documentOf(stored) : null;
  let several = first && "inputs" in first ? first.multi_label : null;
  return (record) => {
    const labels = [record.prediction, record.annotation].flatMap((part) => (part ? [...labelsIn(part)] : []));
    const stranger = schema ? strangerTo(schema, labels) : null;
    if (stranger !== null) return labelUnknown(stranger);
    if ("inputs" in record && several !== null && record.multi_label !== several)
      return several ? "A record of this dataset has several labels." : "A record of this dataset has one label.";
    const [misfit] = [...metadataMisfits(kinds, [record]), ...vectorMisfits(dimensions, [record])];
    if (misfit !== undefined) return misfit;
    const next = {
      kinds: kindsWith(kinds, [record]),
      dimensions: dimensionsWith(dimensions, [record]),
      inputs: inputKeys(inputs, [record]),
    };
    const full = fullFault(next);
    if (full !== null) return full;
    ({ kinds, dimensions, inputs } = next);
    if ("inputs" in record) several = record.multi_label;
    return null;
  };
}

type Names = {
  readonly kinds: ReadonlyMap<string, unknown>;
  readonly inputs: ReadonlySet<string>;
  readonly dimensions: ReadonlyMap<string, unknown>;
};

/** A dataset has a bound on each kind of its names, and on all of them together. */
function fullFault({ kinds, inputs, dimensions }: Names): string | null {
  if (kinds.size > MOST_METADATA_KEYS)
    return `A dataset may have ${MOST_METADATA_KEYS} metadata keys, this is one more.`;
  if (inputs.size > MOST_INPUT_KEYS) return `A dataset may have ${MOST_INPUT_KEYS} inputs, this is one more.`;
  if (dimensions.size > MOST_VECTOR_NAMES) return TOO_MANY_VECTORS;
  return namesFault([...kinds.keys(), ...inputs, ...dimensions.keys()]);
}

export const mergeTaskRecordCalls = {
  reads: { tryMergeTaskRecords },
  writes: { mergeTaskRecords },
} as const;
