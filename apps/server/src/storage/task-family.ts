import { cloudWords } from "@postil/domain/tasks/aggregations";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { taskDatasetId } from "./dataset-rows.ts";
import type { FamilyOfRecords, Note, SearchedDataset, SearchedStretch } from "./family.ts";
import { addTaskTargets, allTaskTargets, loadTaskTargets, type TaskTargets } from "./filter-targets.ts";
import { kindsOfPaths, taskValues } from "./filter-values.ts";
import { partsBySize } from "./parts.ts";
import { taskRecordSizes } from "./record-sizes.ts";
import type { Stretch } from "./sqlite/changed-blocks.ts";
import type { Db } from "./tables.ts";
import { documentOf, lastLogOf } from "./task-records.ts";
import { TASK_TEXT_COLUMNS, taskTexts } from "./task-texts.ts";

/** Computes the search data of task datasets from their documents. */

export const TASKS: FamilyOfRecords = {
  table: "task_record",
  datasets: "task_dataset",
  load: async (db) => {
    const rows = await db
      .selectFrom("task_dataset")
      .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
      .select(["task_dataset.key", "task_dataset.name", "workspace.name as workspace", "next_seq", "record_count"])
      .execute();
    return rows.map(({ workspace, name, ...row }) => {
      return { ...row, id: taskDatasetId({ workspace, name }), isIndexed: row.next_seq > 0 };
    });
  },
  search: async (db, dataset) => {
    const targets = await loadTaskTargets(db, dataset.key);
    return {
      columns: TASK_TEXT_COLUMNS,
      targets: allTaskTargets(targets),
      wholes: [...targets.values()].flatMap(({ kind, target }) => (kind === "integer" ? target : [])),
      stretches: (learn) => searchedStretches(db, dataset, targets, learn),
    };
  },
};

/** Maximum number of records per step, and of their bytes. */
const STEP = 2048;
const TOGETHER = 16 * 2 ** 20;

async function* searchedStretches(
  db: Db,
  { key, next_seq }: SearchedDataset,
  known: TaskTargets,
  learn: boolean,
): AsyncGenerator<SearchedStretch> {
  let targets = known;
  const ids = new Set<string>();
  for (let begin = 0; begin < next_seq; begin += STEP) {
    const seqs = Array.from({ length: STEP }, (_, index) => begin + index);
    const sizes = await taskRecordSizes(db, key, seqs);
    for (const part of partsBySize(seqs, (seq) => sizes.get(seq) ?? 0, TOGETHER)) {
      const stretch = { from: part[0] ?? begin, to: (part.at(-1) ?? begin) + 1 };
      const records = await recordsIn(db, key, stretch);
      const documents = records.map(({ document }) => document);
      if (learn) targets = await addTaskTargets(db, key, targets, kindsOfPaths(targets, documents));
      const all = targets;
      yield {
        ...stretch,
        values: async () => records.flatMap(({ seq, document, lastLog }) => taskValues(all, seq, document, lastLog)),
        texts: async () => records.map(({ seq, document }) => [seq, ...taskTexts(all, document)]),
        rebuildRest: () => writeClouds(db, key, records),
        compareRest: (note) => {
          compareClouds(stretch, records, note);
          compareIds(ids, documents, note);
        },
      };
    }
  }
}

type Stored = Awaited<ReturnType<typeof recordsIn>>[number];

async function recordsIn(db: Db, key: number, { from, to }: Stretch) {
  const rows = await db
    .selectFrom("task_record")
    .select(["seq", "words", "last_log", "vectors", "document"])
    .where("dataset_key", "=", key)
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .execute();
  return rows.map((row) => ({ seq: row.seq, words: row.words, document: documentOf(row), lastLog: lastLogOf(row) }));
}

const cloudOf = ({ document }: Stored): string => cloudWords(document.text).join(" ");
const otherClouds = (records: readonly Stored[]) => records.filter((one) => one.words !== cloudOf(one));

async function writeClouds(db: Db, key: number, records: readonly Stored[]): Promise<void> {
  for (const record of otherClouds(records)) {
    await db
      .updateTable("task_record")
      .set({ words: cloudOf(record) })
      .where("dataset_key", "=", key)
      .where("seq", "=", record.seq)
      .execute();
  }
}

function compareClouds({ from, to }: Stretch, records: readonly Stored[], note: Note): void {
  const clouds = otherClouds(records).length;
  if (clouds > 0) note(`records ${from} to ${to}: words of the cloud that differ`, clouds, 0);
}

/** `ids`: those of earlier records. */
function compareIds(ids: Set<string>, documents: readonly TaskDocument[], note: Note): void {
  for (const { id } of documents) {
    if (ids.has(String(id))) note(`records with the id '${id}'`, 2, 1);
    ids.add(String(id));
  }
}
