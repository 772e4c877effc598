import type { Task } from "@postil/domain/datasets/dataset-links";
import { countBits } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import type { QueryTree } from "@postil/domain/search/query-tree";
import { readTaskQuery, type TaskQuery, type TaskVectorQuery } from "@postil/domain/search/task-query";
import { readTaskSort, type TaskSortEntry, type TaskSortKey } from "@postil/domain/search/task-sort";
import type { TaskAggregations } from "@postil/domain/tasks/aggregations";
import { parseDocument } from "@postil/domain/tasks/task-record";
import { setOf } from "../../records/seq-set.ts";
import type { Context } from "../../storage/store.ts";
import { readTaskRecords } from "../../storage/task-records.ts";
import { wholeDocuments } from "../../storage/task-vectors.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetOf } from "../task-datasets/load-task-dataset.ts";
import { aggregateTaskRecords } from "./aggregate-task-records.ts";
import { findNearestTaskRecords } from "./find-nearest-task-records.ts";
import { foundKeywords } from "./found-keywords.ts";
import { refuseLargePage } from "./refuse-large-page.ts";
import {
  type FoundTaskRecords as FoundRecords,
  findTaskPage,
  findTaskRecordsOf,
  firstTaskRecords,
  loadTaskSearch,
  type TaskSearch,
} from "./task-search.ts";

export type SearchTaskRecords = TaskDatasetOf<Task> & {
  readonly query: TaskQuery;
  readonly sort: readonly TaskSortEntry[];
  readonly from: number;
  readonly limit: number;
  /** Whether the reply shows what is measured of each record. */
  readonly metrics: boolean;
};

/** `json`: the document, which is read when the reply is written: all that are read take many times as much memory. */
export type FoundTaskRecord = { readonly json: string; readonly keywords: readonly string[] | null };
export type FoundTaskRecords = {
  readonly total: number;
  readonly records: readonly FoundTaskRecord[];
  readonly metrics: boolean;
  /** Of all that match; null: behind the beginning nothing is told of them. */
  readonly aggregations: TaskAggregations | null;
};

/** Records beyond these cannot be paged through (contract search-semantics 4.2, TSE-15). */
const WINDOW = 10_000;

/** A page of what is asked for (contract api-v0 6.2, TSE-01). */
export async function searchTaskRecords(
  context: Context,
  { query, sort, from, limit, metrics, ...at }: SearchTaskRecords,
): Promise<FoundTaskRecords> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  if (from + limit > WINDOW) {
    const detail = `from + limit must not exceed ${WINDOW}, found ${from + limit}. Load records to get at more.`;
    throw new Refusal("invalid_text_search", detail);
  }
  const search = await loadTaskSearch(context, dataset);
  const keys = readTaskSort(sort, search.fields);
  const { tree, wanted } = readTaskQuery(query, search);
  const page = { tree, keys, from, limit };
  const { seqs, total, among } = await (query.vector
    ? nearestPage(context, search, page, query.vector)
    : sortedPage(context, search, page));
  await refuseLargePage(context, dataset.key, seqs);
  const stored = await readTaskRecords(context.db, dataset.key, seqs);
  const documents = await wholeDocuments(context.db, dataset.key, stored);
  const searched = query.vector ? [] : wanted;
  const keywordsIn = foundKeywords(searched);
  const records = documents.map((json) => ({
    json,
    keywords: searched.length > 0 ? keywordsIn(parseDocument(json)) : null,
  }));
  const aggregations = among && (await aggregateTaskRecords({ ...search, search: among.at, set: among.set }));
  return { total, records, metrics, aggregations };
}

type Asked = {
  readonly tree: QueryTree;
  readonly keys: readonly TaskSortKey[];
  readonly from: number;
  readonly limit: number;
};
/** `among`: what is to be told all of; null: nothing is told behind the beginning. */
type Page = {
  readonly seqs: readonly number[];
  readonly total: number;
  readonly among: FoundRecords | null;
};

async function sortedPage(context: Context, search: TaskSearch, { tree, keys, from, limit }: Asked): Promise<Page> {
  if (from > 0) return { ...(await findTaskPage(context, search, { tree, keys, offset: from, limit })), among: null };
  const among = await findTaskRecordsOf(context, search, tree);
  const seqs = await firstTaskRecords(among, search, keys, limit);
  return { seqs, total: countBits(among.set), among };
}

/** The nearest are all that is found; they stand by their distance, whatever the sort. */
async function nearestPage(
  context: Context,
  search: TaskSearch,
  { tree, from, limit }: Asked,
  vector: TaskVectorQuery,
): Promise<Page> {
  const found = await findTaskRecordsOf(context, search, tree);
  const nearest = await findNearestTaskRecords(context, found, vector, limit);
  const among = from > 0 ? null : { ...found, set: setOf(search.size, nearest) };
  return { seqs: nearest.slice(from, from + limit), total: nearest.length, among };
}
