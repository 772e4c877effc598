import { cloudWords } from "@postil/domain/tasks/aggregations";
import type { LastLog, TaskDocument } from "@postil/domain/tasks/task-record";
import { taskDatasetId } from "./dataset-rows.ts";
import {
  addTaskTargets,
  allTaskTargets,
  type FilterValue,
  loadTaskTargets,
  type TaskTargets,
} from "./filter-targets.ts";
import { addFilterValues, kindsOfPaths, taskValues } from "./filter-values.ts";
import { partsBySize, taskRecordSizes } from "./record-sizes.ts";
import {
  compareFilterValues,
  compareIndexedWords,
  createWordSums,
  type Note,
  type WordSums,
} from "./search-derived.ts";
import { noteChanged, type Stretch } from "./sqlite/changed-blocks.ts";
import { addIndexedTexts, createTextIndex, dropTextIndex } from "./sqlite/text-index.ts";
import type { Db } from "./tables.ts";
import { documentOf, lastLogOf } from "./task-records.ts";
import { TASK_TEXT_COLUMNS, taskTexts } from "./task-texts.ts";

/** Recomputes the search data of task datasets from their documents: a rebuild writes it, a check compares it. */

type CheckedTaskDataset = {
  readonly key: number;
  /** `workspace.name` */
  readonly id: string;
  readonly next_seq: number;
  readonly record_count: number;
};

export async function loadTaskDatasets(db: Db): Promise<CheckedTaskDataset[]> {
  const rows = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["task_dataset.key", "task_dataset.name", "workspace.name as workspace", "next_seq", "record_count"])
    .execute();
  return rows.map(({ workspace, name, ...row }) => ({ ...row, id: taskDatasetId({ workspace, name }) }));
}

/** Maximum number of records per step: memory use does not grow with the dataset. */
const STEP = 2048;

type Stored = {
  readonly seq: number;
  readonly words: string;
  readonly document: TaskDocument;
  readonly lastLog: LastLog;
};
type StoredStretch = Stretch & { readonly records: readonly Stored[] };

/** Maximum bytes per step. */
const TOGETHER = 16 * 2 ** 20;

async function* stretches(db: Db, { key, next_seq }: CheckedTaskDataset): AsyncGenerator<StoredStretch> {
  for (let from = 0; from < next_seq; from += STEP) {
    const seqs = Array.from({ length: STEP }, (_, index) => from + index);
    const sizes = await taskRecordSizes(db, key, seqs);
    for (const part of partsBySize(seqs, (seq) => sizes.get(seq) ?? 0, TOGETHER)) {
      const [first = from, last = from] = [part[0], part.at(-1)];
      yield { from: first, to: last + 1, records: await recordsIn(db, key, first, last) };
    }
  }
}

async function recordsIn(db: Db, key: number, first: number, last: number): Promise<Stored[]> {
  const rows = await db
    .selectFrom("task_record")
    .select(["seq", "words", "last_log", "vectors", "document"])
    .where("dataset_key", "=", key)
    .where("seq", ">=", first)
    .where("seq", "<=", last)
    .execute();
  return rows.map((row) => ({
    seq: row.seq,
    words: row.words,
    document: documentOf(row),
    lastLog: lastLogOf(row),
  }));
}

const cloudOf = ({ document }: Stored): string => cloudWords(document.text).join(" ");
const valuesOf = (targets: TaskTargets, records: readonly Stored[]): FilterValue[] =>
  records.flatMap(({ seq, document, lastLog }) => taskValues(targets, seq, document, lastLog));

/** Rebuilds filter values and words of a dataset, in the caller's transaction. */
export async function rebuildTaskSearch(db: Db, dataset: CheckedTaskDataset): Promise<void> {
  const { key } = dataset;
  const targets = await rebuildValues(db, dataset);
  await dropTextIndex(db, key);
  await noteChanged(db, key, "words", seqsOf(dataset));
  if (dataset.next_seq === 0) return;
  await createTextIndex(db, key, TASK_TEXT_COLUMNS);
  for await (const { records } of stretches(db, dataset)) {
    const texts = records.map(({ seq, document }) => [seq, ...taskTexts(targets, document)] as const);
    await addIndexedTexts(db, key, TASK_TEXT_COLUMNS, texts);
    for (const record of records.filter((one) => one.words !== cloudOf(one))) await writeCloud(db, key, record);
  }
}

/** Rebuilds only the values. Returns all targets, with those that were missing. */
export async function rebuildValues(db: Db, dataset: CheckedTaskDataset): Promise<TaskTargets> {
  const { key } = dataset;
  await db.deleteFrom("filter_value").where("dataset_key", "=", key).execute();
  await noteChanged(db, key, "values", seqsOf(dataset));
  let targets = await loadTaskTargets(db, key);
  for await (const { records } of stretches(db, dataset)) {
    const documents = records.map(({ document }) => document);
    targets = await addTaskTargets(db, key, targets, kindsOfPaths(targets, documents));
    await addFilterValues(db, key, valuesOf(targets, records));
  }
  return targets;
}

const seqsOf = ({ next_seq }: CheckedTaskDataset): number[] => Array.from({ length: next_seq }, (_, seq) => seq);

const writeCloud = (db: Db, key: number, record: Stored) =>
  db
    .updateTable("task_record")
    .set({ words: cloudOf(record) })
    .where("dataset_key", "=", key)
    .where("seq", "=", record.seq)
    .execute();

/** Reports where filter values and words differ from the documents. */
export async function compareTaskSearch(db: Db, dataset: CheckedTaskDataset, note: Note): Promise<void> {
  const targets = await loadTaskTargets(db, dataset.key);
  const known = allTaskTargets(targets);
  const words = createWordSums();
  const ids = new Set<string>();
  for await (const stretch of stretches(db, dataset)) {
    const { from, to, records } = stretch;
    await compareFilterValues(db, dataset.key, { targets: known, stretch }, valuesOf(targets, records), note);
    const clouds = records.filter((one) => one.words !== cloudOf(one)).length;
    if (clouds > 0) note(`records ${from} to ${to}: words of the cloud that differ`, clouds, 0);
    for (const { document } of records) {
      if (ids.has(String(document.id))) note(`records with the id '${document.id}'`, 2, 1);
      ids.add(String(document.id));
      for (const text of taskTexts(targets, document)) countWords(words, text);
    }
  }
  if (dataset.next_seq > 0) await compareIndexedWords(db, dataset.key, words, note);
}

/** Counts without a list of words: a list takes many times the memory of the text. */
function countWords(sums: WordSums, text: string): void {
  for (let from = 0; from < text.length; ) {
    const blank = text.indexOf(" ", from);
    const end = blank < 0 ? text.length : blank;
    // An input without words leaves two spaces in a row.
    if (end > from) sums.add(text.slice(from, end), 1);
    from = end + 1;
  }
}
