import type { Task } from "@postil/domain/datasets/dataset";
import { countBits } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import { keywordFinder } from "@postil/domain/search/query-string/search-keywords";
import type { FieldName, QueryLeaf, QueryTree } from "@postil/domain/search/query-tree";
import {
  readTaskQuery,
  type TaskQuery,
  type TaskQueryContext,
  type TaskVectorQuery,
} from "@postil/domain/search/task-query";
import { readTaskSort, type TaskSortEntry, type TaskSortKey } from "@postil/domain/search/task-sort";
import type { TaskAggregations } from "@postil/domain/tasks/aggregations";
import type { MetadataKind } from "@postil/domain/tasks/metadata";
import { taskSearchFields } from "@postil/domain/tasks/task-fields";
import { parseDocument, type TaskDocument } from "@postil/domain/tasks/task-record";
import { compileTree } from "../../records/compile-tree.ts";
import { findMatching } from "../../records/find-matching.ts";
import { type FoundPage, findPage } from "../../records/find-page.ts";
import { compileSort, type Registry, type SortField } from "../../records/registry.ts";
import { type Search, searchOf } from "../../records/search.ts";
import { emptySet, type SeqSet, setOf } from "../../records/seq-set.ts";
import { firstSorted } from "../../records/sorted-page.ts";
import { regexpTest } from "../../records/value-tests.ts";
import { findNearest, type Similarity } from "../../records/vectors/find-similar.ts";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import type { VectorKind } from "../../storage/engine.ts";
import { PAGE_BYTES, taskRecordSizes } from "../../storage/record-sizes.ts";
import type { Context, HasDb } from "../../storage/store.ts";
import type { Seqs } from "../../storage/tables.ts";
import { loadTaskTargets, TASK_TARGETS } from "../../storage/task-family.ts";
import { findTaskRecords, readTaskRecords, type StoredTaskRecord } from "../../storage/task-records.ts";
import { together } from "../../storage/together.ts";
import { derivedSource } from "../../storage/value-sources.ts";
import { loadTaskVectorKinds, wholeDocuments } from "../../storage/vectors.ts";
import { aggregateTaskRecords } from "./aggregate-records.ts";
import { loadOpenTaskDataset, type TaskDatasetAt, type TaskDatasetOf } from "./datasets.ts";
import { taskFields } from "./search-fields.ts";

/** The data that a search of a task dataset needs: the names of its fields, and where their values are stored. */
export type TaskSearch = TaskQueryContext & {
  readonly datasetKey: number;
  /** All record numbers are below this. */
  readonly size: number;
  readonly registry: Registry;
  readonly metadata: ReadonlyMap<string, MetadataKind>;
};

export async function loadTaskSearch({ db, now }: Context, dataset: TaskDatasetRow): Promise<TaskSearch> {
  const { key: datasetKey, next_seq: size } = dataset;
  const task = dataset.task as Task; // what is stored was checked
  const [targets, exact] = await together([loadTaskTargets(db, datasetKey), db.values.exactTargets(datasetKey)]);
  const metadata = new Map<string, MetadataKind>();
  const inputs: string[] = [];
  for (const { path, kind } of targets.values()) {
    const name = path.slice(path.indexOf(".") + 1);
    if (kind === "words") inputs.push(name);
    else metadata.set(name, kind);
  }
  return {
    task,
    fields: taskSearchFields({ task, inputs, metadata }),
    now: now() / 1000,
    datasetKey,
    size,
    registry: taskFields({ datasetKey, targets, exact }),
    metadata,
  };
}

type TaskPage = {
  readonly tree: QueryTree;
  readonly keys: readonly TaskSortKey[];
  readonly offset: number;
  readonly limit: number;
};

/** Sort keys without any value are left out. */
const sortOf = (keys: readonly TaskSortKey[]): SortField[] => [
  ...keys.flatMap(({ field, order }) => (field ? [{ field, order }] : [])),
  { field: ["id"], order: "asc" },
];

/** The numbers of the matching records, sorted by the keys and then by id, and their total number. */
export const findTaskPage = (context: Context, search: TaskSearch, page: TaskPage): Promise<FoundPage> => {
  const { datasetKey, size, registry } = search;
  return findPage(context, {
    datasetKey,
    datasetId: String(datasetKey),
    size,
    viewer: null,
    registry,
    tree: page.tree,
    sort: sortOf(page.keys),
    offset: page.offset,
    limit: page.limit,
  });
};

export type MatchingRecords = { readonly at: Search; readonly set: SeqSet };

export async function findTaskRecordsOf(
  { db }: Context,
  search: TaskSearch,
  tree: QueryTree,
): Promise<MatchingRecords> {
  const { datasetKey, size, registry } = search;
  const at = searchOf(db, { datasetKey, size, viewer: null });
  // An empty dataset has no text index.
  const set = size === 0 ? emptySet(0) : (await findMatching(at, compileTree(registry, tree), false)).set;
  return { at, set };
}

/** The first of the found records, sorted by the keys and then by id. */
const firstTaskRecords = (
  { at, set }: MatchingRecords,
  { registry }: TaskSearch,
  keys: readonly TaskSortKey[],
  count: number,
): Promise<number[]> => firstSorted(at, set, compileSort(registry, sortOf(keys)), count);

/** A record of a dataset that the caller may read (contract api-v0 1.3). */
export async function loadTaskRecord({ db }: Context, dataset: TaskDatasetRow, id: string): Promise<StoredTaskRecord> {
  const record = (await findTaskRecords(db, dataset.key, [id])).get(id);
  if (record) return record;
  const of = taskDatasetId(dataset);
  const facts = { dataset: of, id, name: `${of}.${id}`, type: "Record" };
  throw new Refusal("record_not_found", `Record \`${id}\` not found in dataset \`${of}\``, undefined, facts);
}

export type TaskRecordAt = TaskDatasetAt & { readonly id: string };

/** The raw document of a record as JSON, with the numbers of its vectors (contract api-v0 row 30). */
export async function getTaskRecord(context: Context, at: TaskRecordAt): Promise<string> {
  const dataset = await loadOpenTaskDataset(context, at);
  const record = await loadTaskRecord(context, dataset, at.id);
  const [document = ""] = await wholeDocuments(context.db, dataset.key, [record]);
  return document;
}

export async function countTaskAgents(
  { db }: HasDb,
  { key }: TaskDatasetRow,
): Promise<{ readonly annotating: number; readonly predicting: number }> {
  const count = async (target: number): Promise<number> =>
    (await db.values.counts(derivedSource(key, target, "text", { single: false }), null)).length;
  return { annotating: await count(TASK_TARGETS.annotated_by), predicting: await count(TASK_TARGETS.predicted_by) };
}

/** The parts of a record's texts that match a query (contract search-semantics 3.4); null if there are none. */
export function foundKeywords(wanted: readonly QueryLeaf[]): (document: TaskDocument) => readonly string[] | null {
  const find = keywordFinder(wanted, regexpTest);
  return (document) => {
    const keywords = find((field) => textsOf(document, field));
    return keywords.length > 0 ? keywords : null;
  };
}

function textsOf(document: TaskDocument, [source, key = ""]: FieldName): readonly string[] {
  if (source === "text") return [document.text];
  if (source !== "inputs" || !("inputs" in document) || !Object.hasOwn(document.inputs, key)) return [];
  const texts = document.inputs[key] ?? [];
  return typeof texts === "string" ? [texts] : texts;
}

/** Refuses a page of several records that is too large for one reply. One record is always allowed (api-v0 6.2). */
export async function refuseLargePage({ db }: Context, datasetKey: number, seqs: Seqs): Promise<void> {
  if (seqs.length < 2) return;
  const sizes = await taskRecordSizes(db, datasetKey, seqs);
  const bytes = [...sizes.values()].reduce((sum, own) => sum + own, 0);
  if (bytes <= PAGE_BYTES) return;
  const says = `The ${seqs.length} records of this page have ${bytes} bytes, at most ${PAGE_BYTES} are answered at once; ask for fewer with limit.`;
  throw new Refusal("bad_request", says);
}

/** The found records nearest to a vector: as many as the query asks for, or `count` (contract search-semantics 5). */
export async function findNearestTaskRecords(
  context: Context,
  { at, set }: MatchingRecords,
  vector: TaskVectorQuery,
  count: number,
): ReturnType<typeof findNearest> {
  const kind = await kindOf(context, at.datasetKey, vector);
  return findNearest(at, set, kind, { point: vector.value, count: vector.k ?? count });
}

async function kindOf({ db }: Context, datasetKey: number, { name, value }: TaskVectorQuery): Promise<VectorKind> {
  const refuse = (detail: string) => new Refusal("invalid_text_search", detail);
  const kind = (await loadTaskVectorKinds(db, datasetKey)).get(name);
  if (!kind) throw refuse(`The records of this dataset have no vector '${name}'.`);
  const { key, dimensions } = kind;
  if (value.length !== dimensions)
    throw refuse(`Vector '${name}' has ${dimensions} dimensions, the one that was sent has ${value.length}.`);
  if (!value.every(Number.isFinite)) throw refuse("A vector consists of finite numbers.");
  return { datasetKey, settingsKey: key, dimensions, metric: "distance" };
}

type SearchTaskRecords = TaskDatasetOf<Task> & {
  readonly query: TaskQuery;
  readonly sort: readonly TaskSortEntry[];
  readonly from: number;
  readonly limit: number;
  /** True if the reply shows the metrics of each record. */
  readonly metrics: boolean;
};

/** `json`: the unparsed document. It is parsed when the reply is written: parsed it takes many times as much memory. */
type FoundTaskRecord = { readonly json: string; readonly keywords: readonly string[] | null };
export type FoundTaskRecords = {
  readonly total: number;
  readonly records: readonly FoundTaskRecord[];
  readonly metrics: boolean;
  /** Aggregations over all matches; null for pages after the first one. */
  readonly aggregations: TaskAggregations | null;
  /** Null: the search has no vector. */
  readonly similarity: Similarity | null;
};

/** Paging ends after this number of records (contract search-semantics 4.2, TSE-15). */
const WINDOW = 10_000;

/** A page of the search result (contract api-v0 6.2, TSE-01). */
export async function searchTaskRecords(
  context: Context,
  { query, sort, from, limit, metrics, ...at }: SearchTaskRecords,
): Promise<FoundTaskRecords> {
  const dataset = await loadOpenTaskDataset(context, at);
  if (from + limit > WINDOW) {
    const detail = `from + limit must not exceed ${WINDOW}, found ${from + limit}. Load records to get at more.`;
    throw new Refusal("invalid_text_search", detail);
  }
  const search = await loadTaskSearch(context, dataset);
  const keys = readTaskSort(sort, search.fields);
  const { tree, wanted } = readTaskQuery(query, search);
  const page = { tree, keys, offset: from, limit };
  const {
    seqs,
    total,
    among,
    similarity = null,
  } = await (query.vector ? nearestPage(context, search, page, query.vector) : sortedPage(context, search, page));
  await refuseLargePage(context, dataset.key, seqs);
  const [documents, aggregations] = await together([
    readTaskRecords(context.db, dataset.key, seqs).then((stored) => wholeDocuments(context.db, dataset.key, stored)),
    among && aggregateTaskRecords({ ...search, search: among.at, set: among.set }),
  ]);
  const searched = query.vector ? [] : wanted;
  const keywordsIn = foundKeywords(searched);
  const records = documents.map((json) => ({
    json,
    keywords: searched.length > 0 ? keywordsIn(parseDocument(json)) : null,
  }));
  return { total, records, metrics, aggregations, similarity };
}

/** `among`: the records to aggregate; null for pages after the first one. */
type Page = {
  readonly seqs: Seqs;
  readonly total: number;
  readonly among: MatchingRecords | null;
  readonly similarity?: Similarity;
};

async function sortedPage(context: Context, search: TaskSearch, page: TaskPage): Promise<Page> {
  if (page.offset > 0) return { ...(await findTaskPage(context, search, page)), among: null };
  const among = await findTaskRecordsOf(context, search, page.tree);
  const seqs = await firstTaskRecords(among, search, page.keys, page.limit);
  return { seqs, total: countBits(among.set), among };
}

/** The result is only the nearest records. They are sorted by distance, whatever the sort is. */
async function nearestPage(
  context: Context,
  search: TaskSearch,
  { tree, offset, limit }: TaskPage,
  vector: TaskVectorQuery,
): Promise<Page> {
  const found = await findTaskRecordsOf(context, search, tree);
  const { seqs: nearest, similarity } = await findNearestTaskRecords(context, found, vector, limit);
  const among = offset > 0 ? null : { ...found, set: setOf(search.size, nearest) };
  return { seqs: nearest.slice(offset, offset + limit), total: nearest.length, among, similarity };
}

export const findTaskRecordCalls = {
  reads: { getTaskRecord, searchTaskRecords },
} as const;
