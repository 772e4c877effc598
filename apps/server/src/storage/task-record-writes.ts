import { cloudWords } from "@postil/domain/tasks/aggregations";
import type { LogResult } from "@postil/domain/tasks/log-record";
import { taskPreview } from "@postil/domain/tasks/record-history";
import type { TaskDocument, TaskStatus } from "@postil/domain/tasks/task-record";
import type { Selectable } from "kysely";
import { addTaskHistory } from "./activity.ts";
import { changeLive } from "./blocks.ts";
import type { IndexedTexts } from "./engine.ts";
import { removeRecordRows, renewPreviews } from "./family.ts";
import { addFilterValues, removeFilterValues, replaceFilterValues } from "./filter-values.ts";
import { type DatasetRef, takeRecordNumbers } from "./keys.ts";
import { inChunks } from "./parts.ts";
import { changeRows, putRows } from "./statements.ts";
import type { HasDb, WriteContext } from "./store.ts";
import type { Db, Seqs, TaskRecordTable } from "./tables.ts";
import {
  addTaskTargets,
  allTaskTargets,
  kindsOfPaths,
  loadTaskTargets,
  putTaskTargets,
  TASK_TARGETS,
  TASKS,
  type TaskTargets,
  taskValues,
} from "./task-family.ts";
import { documentOf, findTaskRecords, lastLogOf, readTaskRecords } from "./task-records.ts";
import { sameTexts, TASK_TEXT_COLUMNS, taskTexts } from "./task-texts.ts";
import { ANY, derivedSource } from "./value-sources.ts";
import { addTaskVectorKinds, loadTaskVectorKinds, readTaskVectors, writeTaskVectors } from "./vectors.ts";

/** Writes task records with all derived data, in the caller's transaction. The input is already checked. */

const taskDataset = (key: number): DatasetRef => ({ table: "task_dataset", key });

export type TaskRecordWrite = LogResult & {
  /** Number of the existing record; null for a new one. No number and no new id occurs twice in a call. */
  readonly seq: number | null;
  /** The previous document, if it is known: unchanged texts are not indexed again. */
  readonly before?: TaskDocument | null;
};

/**
 * Writes records; new ones are appended. Returns the writes with their record numbers. `check` receives the length of each
 * document before anything is written.
 */
export async function writeTaskRecords<Write extends TaskRecordWrite>(
  context: WriteContext,
  datasetKey: number,
  writes: readonly Write[],
  check: (write: Write, length: number) => void = () => {},
): Promise<readonly Numbered<Write>[]> {
  if (writes.length === 0) return [];
  const { db } = context;
  await db.lock.dataset(datasetKey);
  const numbered = await number(db, datasetKey, writes);
  for (const one of numbered) check(one, one.row.document.length);
  const seqs = numbered.map(({ seq }) => seq);
  const known = await loadTaskTargets(db, datasetKey);
  const documents = writes.map(({ document }) => document);
  const targets = await addTaskTargets(db, datasetKey, known, kindsOfPaths(known, documents));
  await storeRows(db, numbered);
  const reworded = numbered.filter(({ before, document }) => !before || !sameTexts(before, document));
  await indexTexts(db, datasetKey, targets, reworded);
  const older = reworded.filter(({ isNew }) => !isNew);
  await renewPreviews(db, datasetKey, older, ({ document }) => taskPreview(document));
  const values = numbered.flatMap(({ seq, document, lastLog }) => taskValues(targets, seq, document, lastLog));
  const replaced = { targets: allTaskTargets(targets), seqs, older: olderOf(numbered) };
  await replaceFilterValues(db, datasetKey, replaced, values);
  await writeTaskVectors(context, datasetKey, numbered);
  return numbered;
}

type Row = Selectable<TaskRecordTable>;
type Numbered<Write extends TaskRecordWrite = TaskRecordWrite> = Write & {
  readonly seq: number;
  readonly isNew: boolean;
  readonly row: Row;
};

const olderOf = (records: readonly Numbered[]): number[] => records.flatMap(({ seq, isNew }) => (isNew ? [] : seq));

async function indexTexts(
  db: Db,
  datasetKey: number,
  targets: TaskTargets,
  records: readonly Numbered[],
): Promise<void> {
  await inChunks(olderOf(records), (some) => db.text.clear(datasetKey, some));
  const texts = records.map(({ seq, document }): IndexedTexts => [seq, ...taskTexts(targets, document)]);
  await db.text.add(datasetKey, texts);
}

async function number<Write extends TaskRecordWrite>(
  db: Db,
  datasetKey: number,
  writes: readonly Write[],
): Promise<Numbered<Write>[]> {
  const count = writes.filter(({ seq }) => seq === null).length;
  let next = count > 0 ? await takeRecordNumbers(db, taskDataset(datasetKey), count) : 0;
  if (count > 0 && next === 0) await db.text.create(datasetKey, TASK_TEXT_COLUMNS);
  const numbered = writes.map((write): Numbered<Write> => {
    const seq = write.seq ?? next++;
    return { ...write, seq, isNew: write.seq === null, row: rowOf(datasetKey, seq, write) };
  });
  const added = numbered.flatMap(({ seq, isNew }) => (isNew ? seq : []));
  await changeLive(db, taskDataset(datasetKey), added, true);
  return numbered;
}

function rowOf(datasetKey: number, seq: number, { document, lastLog }: TaskRecordWrite): Row {
  const { vectors, ...rest } = document;
  return {
    dataset_key: datasetKey,
    seq,
    id: String(document.id),
    words: cloudWords(document.text).join(" "),
    last_log: JSON.stringify(lastLog),
    vectors: vectors ? JSON.stringify(vectors) : null,
    document: JSON.stringify(rest),
  };
}

const addRows = putRows("task_record", {
  columns: ["dataset_key", "seq", "id", "words", "last_log", "vectors", "document"],
});

/** The id, by which it was found, and its index entries stay. */
const changeKnown = changeRows("task_record", {
  key: ["dataset_key", "seq"],
  take: ["words", "last_log", "vectors", "document"],
});

async function storeRows(db: Db, records: readonly Numbered[]): Promise<void> {
  const rows = (wanted: boolean) => records.flatMap(({ isNew, row }) => (isNew === wanted ? [row] : []));
  await addRows(db, rows(true));
  await changeKnown(db, rows(false));
}

/** Sets the status of records; nothing else changes, not even their time (contract api-v0 7.3). */
export async function writeTaskStatus(
  { db }: HasDb,
  datasetKey: number,
  seqs: Seqs,
  status: TaskStatus,
): Promise<void> {
  await inChunks(seqs, async (some) => {
    await db.rows.putTaskStatus(datasetKey, some, status);
    await removeFilterValues(db, datasetKey, [TASK_TARGETS.status], some);
    const values = some.map((seq) => [TASK_TARGETS.status, status, seq] as const);
    await addFilterValues(db, datasetKey, values);
  });
}

export async function removeTaskRecords({ db }: HasDb, datasetKey: number, seqs: Seqs): Promise<void> {
  await removeRecordRows(db, TASKS, { key: datasetKey, id: "" }, seqs);
}

/** How found records end: they are deleted, or only their status changes. */
type Ending = {
  readonly datasetKey: number;
  /** The user who asked for it. */
  readonly actorKey: number;
  readonly discard: boolean;
};

/** Deletes or discards records; their times do not change (contract api-v0 7.3). */
export async function endTaskRecords(context: WriteContext, ending: Ending, seqs: Seqs): Promise<void> {
  const { datasetKey, discard } = ending;
  if (!discard) return removeTaskRecords(context, datasetKey, seqs);
  const stored = await readTaskRecords(context.db, datasetKey, seqs);
  await writeTaskStatus(context, datasetKey, seqs, "Discarded");
  const changed = stored.map((record) => {
    const before = documentOf(record);
    return { seq: record.seq, before, after: { ...before, status: "Discarded" as const } };
  });
  await addTaskHistory(context, ending, changed);
}

/** The records that were not logged again after a time. */
export async function notLoggedSince({ db }: HasDb, datasetKey: number, seqs: Seqs, time: number): Promise<number[]> {
  const times = derivedSource(datasetKey, TASK_TARGETS.last_updated, "time", { single: true });
  const later = { ...ANY, low: { value: time, inclusive: false } };
  const logged = new Set(await db.values.recordsPassing(times, later, seqs));
  return seqs.filter((seq) => !logged.has(seq));
}

/** The records whose status and answers were not changed after a time: such a change does not change the time of a record. */
export async function notAnsweredSince({ db }: HasDb, datasetKey: number, seqs: Seqs, time: number): Promise<number[]> {
  if (seqs.length === 0) return [];
  const steps = db.selectFrom("activity").select("seq").where("dataset_key", "=", datasetKey).where("seq", "in", seqs);
  const answered = new Set((await steps.where("at", ">", time).execute()).map(({ seq }) => seq));
  return seqs.filter((seq) => !answered.has(seq));
}

/** The source and the target dataset, by their keys. */
export type Copying = { readonly from: number; readonly to: number };

/** Copies the metadata kinds and vector lengths, which the copied records must fit. Kinds of deleted records are included. */
export async function copyKinds({ db }: HasDb, { from, to }: Copying): Promise<void> {
  await putTaskTargets(db, to, [...(await loadTaskTargets(db, from)).values()]);
  const vectors = [...(await loadTaskVectorKinds(db, from)).values()];
  await addTaskVectorKinds(db, to, new Map(vectors.map(({ name, dimensions }) => [name, dimensions])));
}

/** Appends some records of one dataset to the other, except records whose id already exists there. */
export async function copyTaskRecords(context: WriteContext, { from, to }: Copying, seqs: Seqs): Promise<void> {
  const { db } = context;
  const stored = await readTaskRecords(db, from, seqs);
  const ids = stored.map(({ id }) => id);
  const there = await findTaskRecords(db, to, ids);
  const numbers = await readTaskVectors(db, from, stored);
  const writes = stored
    .filter(({ id }) => !there.has(id))
    .map((row) => ({
      document: documentOf(row),
      lastLog: lastLogOf(row),
      vectors: numbers.get(row.seq) ?? {},
      seq: null,
    }));
  await writeTaskRecords(context, to, writes);
}
