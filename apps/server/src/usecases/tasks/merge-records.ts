import type { Task } from "@postil/domain/datasets/dataset";
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
import { schemaNames } from "@postil/domain/tasks/labels";
import { type LoggedRecord, logRecord } from "@postil/domain/tasks/log-record";
import { type AskedOfMerge, mergeTaskRecord, NEW, type TaskMerged } from "@postil/domain/tasks/merge-task-record";
import { timeToText } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { readColumns, rememberColumns, type TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { inChunks } from "../../storage/parts.ts";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings } from "../../storage/task-datasets.ts";
import { loadInputKeys, loadMetadataKinds } from "../../storage/task-family.ts";
import { documentOf, findTaskRecords, taskRecordsAfter } from "../../storage/task-records.ts";
import { loadTaskVectorKinds, readVectors } from "../../storage/vectors.ts";
import {
  layOverTaskDataset,
  loadTaskDatasetForManager,
  requireOpen,
  type TaskDatasetAt,
  type TaskDatasetOf,
} from "./datasets.ts";
import { sizeCheck, writeOver } from "./log-records.ts";

/** Records of a file for a task dataset that is there (IMP-44): what each becomes is decided here, for a dry run and for writing. */

type RememberedRoles = readonly { readonly column: string; readonly role: string }[];

type MergeTaskRecords = TaskDatasetOf<Task> &
  AskedOfMerge & {
    readonly records: readonly LoggedRecord[];
    /** So many updated records are told with their changes. */
    readonly samples: number;
  };

/** What the records would become; nothing is written. */
const tryMergeTaskRecords = (context: Context, input: MergeTaskRecords): Promise<TaskMerged[]> =>
  merge(context, input, { isDry: true, columns: null });

/** Writes what is new and what changes, and says what became of each record. */
const mergeTaskRecords = (
  context: Context,
  { columns, ...input }: MergeTaskRecords & { readonly columns: RememberedRoles | null },
): Promise<TaskMerged[]> => merge(context, input, { isDry: false, columns });

type Writing = { readonly isDry: boolean; readonly columns: RememberedRoles | null };

async function merge(context: Context, input: MergeTaskRecords, { isDry, columns }: Writing): Promise<TaskMerged[]> {
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
  const numbersOf = await storedNumbers(context, dataset, sound);
  const written = await writeOver(
    context,
    dataset,
    sound,
    ({ record, id, index }, { document, lastLog }) => {
      const stored = { document, numbersOf: (name: string) => numbersOf(String(id), name) };
      const { merged: one, result } = mergeTaskRecord(stored, record, input, (said) =>
        logRecord(document, said, { id, lastUpdated, earlier: lastLog }),
      );
      const { vectors: _, ...kept } = result.document; // vectors are stored separately
      const size = tooLarge(result, JSON.stringify(kept).length);
      merged[index] = size === null ? one : refused(size);
      const { outcome } = merged[index];
      return outcome === "new" || outcome === "updated" ? { ...result, index } : null;
    },
    { isDry },
  );
  if (columns) await rememberColumns(context.db, dataset.key, columns);
  if (written > 0) {
    await layOverTaskDataset(context, dataset, { tags: {}, metadata: {} });
    await noteAudit(context, { kind: "records_added", told: { dataset: dataset.name, workspace: input.workspace } });
  }
  let left = input.samples;
  return merged.map((one) => (one.changes.length > 0 && left-- > 0 ? one : { ...one, changes: [] }));
}

const refused = (fault: string): TaskMerged => ({ ...NEW, outcome: "refused", fault });

type Sound = { readonly record: LoggedRecord; readonly id: string | number };

/** The stored numbers of the vectors that the records bring too. */
async function storedNumbers({ db }: Context, { key }: TaskDatasetRow, sound: readonly Sound[]) {
  const bringing = sound.filter(({ record }) => record.vectors !== undefined);
  const names = new Set(bringing.flatMap(({ record }) => Object.keys(record.vectors ?? {})));
  const kinds = [...(await loadTaskVectorKinds(db, key)).values()].filter(({ name }) => names.has(name));
  const stored = new Map<string, { readonly [name: string]: readonly number[] }>();
  await inChunks(kinds.length === 0 ? [] : bringing.map(({ id }) => String(id)), async (some) => {
    const seqs = new Map([...(await findTaskRecords(db, key, some))].map(([id, { seq }]) => [seq, id]));
    for (const [seq, vectors] of await readVectors(db, key, kinds, [...seqs.keys()]))
      stored.set(seqs.get(seq) ?? "", vectors);
  });
  return (id: string, name: string) => stored.get(id)?.[name];
}

/** The rules that compare a record with the dataset, and with the records before it in the call (contract api-v0 5.3 to 5.6). */
async function createCheck(
  context: Context,
  dataset: TaskDatasetRow,
): Promise<(record: LoggedRecord) => string | null> {
  const { db } = context;
  const { key } = dataset;
  const schema = (await readTaskSettings(db, key))?.labelSchema;
  let kinds = await loadMetadataKinds(db, key);
  let inputs: ReadonlySet<string> = new Set(await loadInputKeys(db, key));
  const vectors = [...(await loadTaskVectorKinds(db, key)).values()];
  let dimensions: ReadonlyMap<string, number> = new Map(vectors.map((one) => [one.name, one.dimensions]));
  let several = await hasSeveral(context, dataset);
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

/** True if the records of text classification have several labels each; null: there is none yet. */
async function hasSeveral({ db }: Context, { key }: TaskDatasetRow): Promise<boolean | null> {
  const [stored] = await taskRecordsAfter(db, key, "", 1);
  const first = stored ? documentOf(stored) : null;
  return first && "inputs" in first ? first.multi_label : null;
}

/** What a file can fill in a task dataset, and what the columns of the last file became. */
export type TaskAddTarget = Awaited<ReturnType<typeof getTaskAddTarget>>;
async function getTaskAddTarget(context: Context, at: TaskDatasetAt) {
  const { db } = context;
  const dataset = await loadTaskDatasetForManager(context, at);
  const { key, name, workspace_id, task, closed } = dataset;
  const schema = (await readTaskSettings(db, key))?.labelSchema;
  return {
    ...{ workspace: at.workspace, workspaceId: workspace_id, name, task: task as Task }, // as it was created
    closed: closed === 1,
    several: await hasSeveral(context, dataset),
    labels: schema ? [...schemaNames(schema)] : null,
    inputs: [...(await loadInputKeys(db, key))],
    metadata: [...(await loadMetadataKinds(db, key)).keys()],
    vectors: [...(await loadTaskVectorKinds(db, key)).keys()],
    columns: await readColumns<RememberedRoles>(db, key),
  };
}

export const mergeTaskRecordCalls = {
  reads: { tryMergeTaskRecords, getTaskAddTarget },
  writes: { mergeTaskRecords },
} as const;
