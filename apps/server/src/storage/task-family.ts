import { cloudWords } from "@postil/domain/tasks/aggregations";
import {
  dateFrom,
  kindOf,
  METADATA_KINDS,
  type MetadataKind,
  readAs,
  searchable,
  wholesBeyond,
} from "@postil/domain/tasks/metadata";
import { taskPreview } from "@postil/domain/tasks/record-history";
import { searchValues } from "@postil/domain/tasks/search-values";
import type { LastLog, TaskDocument } from "@postil/domain/tasks/task-record";
import { orderText } from "@postil/domain/text/whole-numbers";
import { compiled } from "./compiled.ts";
import { deletedAsSearched, taskDatasetId } from "./dataset-rows.ts";
import type { FamilyOfRecords, Note, SearchedDataset, SearchedStretch } from "./family.ts";
import { inChunks, partsBySize, type Stretch, stretchOf } from "./parts.ts";
import { taskRecordSizes } from "./record-sizes.ts";
import { changeRows, insertRows, rowsOf } from "./statements.ts";
import type { Db, Seqs } from "./tables.ts";
import { documentOf, lastLogOf } from "./task-records.ts";
import { TASK_TEXT_COLUMNS, taskTexts } from "./task-texts.ts";
import { exactTarget, type FilterValue, withExact } from "./value-sources.ts";
import { loadTaskVectorKinds } from "./vectors.ts";

/** What searches of task datasets go by: targets, values and texts, computed from the documents. */

/** The targets of `filter_value` rows of a task dataset: these exist in every dataset, the others depend on logged data. */
export const TASK_TARGETS = {
  status: 1,
  annotated_as: 2,
  annotated_by: 3,
  predicted_as: 4,
  predicted_by: 5,
  predicted: 6,
  score: 7,
  event_timestamp: 8,
  last_updated: 9,
} as const;
const FIRST_GIVEN = 64;

/** `words`: the kind of an input; its number is the prefix of its words in the text index. */
export type TaskTargetKind = MetadataKind | "words";
export type TaskTarget = { readonly target: number; readonly path: string; readonly kind: TaskTargetKind };
/** By path: `metadata.<key>`, `inputs.<key>`; in the order in which they were first logged. */
export type TaskTargets = ReadonlyMap<string, TaskTarget>;

const targetsOf = compiled((db, datasetKey: number) =>
  rowsOf(db, "task_target", { dataset_key: datasetKey }).select(["target", "path", "kind"]).orderBy("target"),
);

const KINDS: readonly string[] = [...METADATA_KINDS, "words"];
const isKind = (kind: string): kind is TaskTargetKind => KINDS.includes(kind);

export async function loadTaskTargets(db: Db, datasetKey: number): Promise<TaskTargets> {
  const rows = await targetsOf(db, datasetKey);
  return new Map(rows.flatMap(({ target, path, kind }) => (isKind(kind) ? [[path, { target, path, kind }]] : [])));
}

const METADATA = "metadata.";

/** The kinds of all metadata keys that a dataset has ever had, by key. */
export const metadataKinds = (targets: TaskTargets): ReadonlyMap<string, MetadataKind> =>
  new Map(
    [...targets.values()].flatMap(({ path, kind }) => (kind === "words" ? [] : [[path.slice(METADATA.length), kind]])),
  );
export const loadMetadataKinds = async (db: Db, datasetKey: number): Promise<ReadonlyMap<string, MetadataKind>> =>
  metadataKinds(await loadTaskTargets(db, datasetKey));

const INPUTS = "inputs.";

/** The names of all inputs that the dataset's records have ever had. */
export const inputNames = (targets: TaskTargets): string[] =>
  [...targets.keys()].flatMap((path) => (path.startsWith(INPUTS) ? path.slice(INPUTS.length) : []));
export const loadInputKeys = async (db: Db, datasetKey: number): Promise<string[]> =>
  inputNames(await loadTaskTargets(db, datasetKey));

/** Gives numbers to new paths. They stay after their records are deleted. Returns all targets. The dataset is locked. */
export async function addTaskTargets(
  db: Db,
  datasetKey: number,
  known: TaskTargets,
  kinds: ReadonlyMap<string, TaskTargetKind>,
): Promise<TaskTargets> {
  const missing = [...kinds].filter(([path]) => !known.has(path));
  if (missing.length === 0) return known;
  const next = Math.max(FIRST_GIVEN - 1, ...[...known.values()].map(({ target }) => target)) + 1;
  const added = missing.map(([path, kind], index): TaskTarget => ({ target: next + index, path, kind }));
  await putTaskTargets(db, datasetKey, added);
  return new Map([...known, ...added.map((one) => [one.path, one] as const)]);
}

export async function putTaskTargets(db: Db, datasetKey: number, targets: readonly TaskTarget[]): Promise<void> {
  await inChunks(targets, (some) =>
    insertRows(
      db,
      "task_target",
      some.map((one) => ({ dataset_key: datasetKey, ...one })),
    ),
  );
}

/** Every target that the rows of a task record may have. */
export const allTaskTargets = (targets: TaskTargets): number[] => [
  ...Object.values(TASK_TARGETS),
  ...[...targets.values()].flatMap(({ target, kind }) =>
    kind === "words" ? [] : withExact(target, kind === "integer"),
  ),
];

/** The kinds that documents give to new paths. */
export function kindsOfPaths(known: TaskTargets, documents: readonly TaskDocument[]): Map<string, TaskTargetKind> {
  const kinds = new Map<string, TaskTargetKind>();
  for (const document of documents) {
    for (const [key, value] of searchable(document.metadata ?? {})) {
      const path = `metadata.${key}`;
      if (known.has(path) || kinds.has(path)) continue;
      const kind = kindOf(value);
      if (kind) kinds.set(path, kind);
    }
    if (!("inputs" in document)) continue;
    for (const key of Object.keys(document.inputs)) kinds.set(`inputs.${key}`, "words");
  }
  return kinds;
}

export function taskValues(targets: TaskTargets, seq: number, document: TaskDocument, lastLog: LastLog): FilterValue[] {
  const found: FilterValue[] = [[TASK_TARGETS.status, document.status, seq]];
  const add = (target: number, values: readonly (string | number)[]) => {
    for (const value of values) found.push([target, value, seq]);
  };
  const searched = searchValues(document, lastLog);
  add(TASK_TARGETS.annotated_as, searched.annotatedAs);
  add(TASK_TARGETS.annotated_by, searched.annotatedBy);
  add(TASK_TARGETS.predicted_as, searched.predictedAs);
  add(TASK_TARGETS.predicted_by, searched.predictedBy);
  add(TASK_TARGETS.score, searched.score);
  if (searched.predicted) add(TASK_TARGETS.predicted, [searched.predicted]);
  add(TASK_TARGETS.last_updated, timesOf([dateFrom(document.last_updated)]));
  if (document.event_timestamp) add(TASK_TARGETS.event_timestamp, timesOf([dateFrom(document.event_timestamp)]));
  for (const [key, value] of searchable(document.metadata ?? {})) {
    const target = targets.get(`metadata.${key}`);
    if (!target || target.kind === "words") continue;
    add(target.target, valuesOfKey(document, key, target.kind, value));
    if (target.kind === "integer") add(exactTarget(target.target), wholesBeyond(value).map(orderText));
  }
  return found;
}

/** Turns milliseconds with a fraction into the microseconds that the engine stores. */
const timesOf = (millis: readonly (string | number)[]): number[] =>
  millis.flatMap((at) => (Number.isNaN(at) ? [] : [Math.round(Number(at) * 1000)]));

function valuesOfKey({ id }: TaskDocument, key: string, kind: MetadataKind, value: unknown) {
  const read = readAs(kind, value);
  if (!read) throw new Error(`Metadata '${key}' of record ${id} was not checked before it was written.`);
  return kind === "date" ? timesOf(read) : read;
}

export const TASKS: FamilyOfRecords = {
  table: "task_record",
  datasets: "task_dataset",
  load: async (db) => {
    const rows = await db
      .selectFrom("task_dataset")
      .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
      .select(["task_dataset.key", "task_dataset.name", "workspace.name as workspace", "next_seq", "record_count"])
      .execute();
    const living = rows.map(({ workspace, name, ...row }) => {
      return { ...row, id: taskDatasetId({ workspace, name }), isIndexed: row.next_seq > 0 };
    });
    return [...living, ...(await deletedAsSearched(db, "task_dataset"))];
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
  parts: async (db, { key }) => {
    const targets = await loadTaskTargets(db, key);
    const kinds = await loadTaskVectorKinds(db, key);
    const recordsAt = async (at: number, seqs: Seqs) => {
      const wanted = new Set(seqs);
      return (await recordsIn(db, at, stretchOf(seqs))).filter(({ seq }) => wanted.has(seq));
    };
    return {
      targets: allTaskTargets(targets),
      vectors: [...kinds.values()],
      sizes: async (at, seqs) => taskRecordSizes(db, at, seqs, kinds),
      searched: async (at, seqs) => {
        const records = await recordsAt(at, seqs);
        return {
          values: records.flatMap(({ seq, document, lastLog }) => taskValues(targets, seq, document, lastLog)),
          texts: records.map(({ seq, document }) => [seq, ...taskTexts(targets, document)]),
        };
      },
      preview: async (at, seq) => (await recordsAt(at, [seq])).map(({ document }) => taskPreview(document)).join(),
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
  const rows = await rowsOf(db, "task_record", { dataset_key: key })
    .select(["seq", "words", "last_log", "vectors", "document"])
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .execute();
  return rows.map((row) => ({ seq: row.seq, words: row.words, document: documentOf(row), lastLog: lastLogOf(row) }));
}

const cloudOf = ({ document }: Stored): string => cloudWords(document.text).join(" ");
const otherClouds = (records: readonly Stored[]) => records.filter((one) => one.words !== cloudOf(one));

const changeWords = changeRows("task_record", { key: ["dataset_key", "seq"], take: ["words"] });

async function writeClouds(db: Db, key: number, records: readonly Stored[]): Promise<void> {
  const rows = otherClouds(records).map((one) => ({ dataset_key: key, seq: one.seq, words: cloudOf(one) }));
  await changeWords(db, rows);
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
