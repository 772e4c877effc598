import type { Task } from "@postil/domain/datasets/dataset-links";
import { Refusal } from "@postil/domain/refusal";
import { readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import { readTaskSort, type TaskSortEntry } from "@postil/domain/search/task-sort";
import { parseDocument, type TaskDocument } from "@postil/domain/tasks/task-record";
import type { Context } from "../../storage/store.ts";
import { readTaskRecords } from "../../storage/task-records.ts";
import { wholeDocuments } from "../../storage/task-vectors.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetOf } from "../task-datasets/load-task-dataset.ts";
import { foundKeywords } from "./found-keywords.ts";
import { findTaskPage, loadTaskSearch, refuseVector } from "./task-search.ts";

export type SearchTaskRecords = TaskDatasetOf<Task> & {
  readonly query: TaskQuery;
  readonly sort: readonly TaskSortEntry[];
  readonly from: number;
  readonly limit: number;
  /** Whether the reply shows what is measured of each record. */
  readonly metrics: boolean;
};

export type FoundTaskRecord = { readonly document: TaskDocument; readonly keywords: readonly string[] | null };
export type FoundTaskRecords = {
  readonly total: number;
  readonly records: readonly FoundTaskRecord[];
  readonly metrics: boolean;
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
  refuseVector(query);
  if (from + limit > WINDOW) {
    const detail = `from + limit must not exceed ${WINDOW}, found ${from + limit}. Load records to get at more.`;
    throw new Refusal("invalid_text_search", detail);
  }
  const search = await loadTaskSearch(context, dataset);
  const keys = readTaskSort(sort, search.fields);
  const { tree, wanted } = readTaskQuery(query, search);
  const { seqs, total } = await findTaskPage(context, search, { tree, keys, offset: from, limit });
  const stored = await readTaskRecords(context.db, dataset.key, seqs);
  const documents = await wholeDocuments(context.db, dataset.key, stored);
  const keywordsIn = foundKeywords(wanted);
  const records = documents.map((json) => {
    const document = parseDocument(json);
    return { document, keywords: keywordsIn(document) };
  });
  return { total, records, metrics };
}
