import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import type { QueryLeaf, QueryTree } from "@postil/domain/search/query-tree";
import { readTaskQuery, type TaskQuery, type TaskVectorQuery } from "@postil/domain/search/task-query";
import {
  BY_ID,
  behind,
  equalBy,
  isById,
  readScanPlace,
  readTaskSort,
  type ScanPlace,
  type SortValue,
  type TaskSortEntry,
  type TaskSortKey,
  writeScanPlace,
} from "@postil/domain/search/task-sort";
import { pickedFields } from "@postil/domain/tasks/picked-fields";
import { sortValue } from "@postil/domain/tasks/search-values";
import { parseDocument } from "@postil/domain/tasks/task-record";
import type { Similarity } from "../../records/vectors/find-similar.ts";
import { firstTaskRecordsWithin, PAGE_BYTES } from "../../storage/record-sizes.ts";
import type { Context, HasDb } from "../../storage/store.ts";
import {
  documentOf,
  lastLogOf,
  readTaskRecords,
  type StoredTaskRecord,
  taskNumbersAlong,
} from "../../storage/task-records.ts";
import { wholeDocuments } from "../../storage/vectors.ts";
import { loadOpenTaskDataset, type TaskDatasetAt } from "./datasets.ts";
import {
  findNearestTaskRecords,
  findTaskPage,
  findTaskRecordsOf,
  foundKeywords,
  loadTaskSearch,
  type MatchingRecords,
  refuseLargePage,
  type TaskSearch,
} from "./find-records.ts";

type ScanTaskRecords = TaskDatasetAt & {
  readonly query: TaskQuery;
  /** Empty means sorted by id. */
  readonly sort: readonly TaskSortEntry[];
  /** The last id of the previous page; null if none was given. */
  readonly nextId: string | null;
  /** The place that was returned with that id. It takes precedence. */
  readonly place: string | null;
  /** Paths of the wanted parts of each document; empty means all. */
  readonly fields: readonly string[];
  readonly limit: number;
};

/** `documents`: raw documents as JSON. */
export type ScannedTaskRecords = {
  readonly documents: readonly string[];
  readonly nextId: string | null;
  readonly place: string;
  /** Null: the search has no vector. */
  readonly similarity: Similarity | null;
};

/** Records as they are stored, page by page (contract api-v0 7.2). */
export async function scanTaskRecords(context: Context, asked: ScanTaskRecords): Promise<ScannedTaskRecords> {
  const dataset = await loadOpenTaskDataset(context, asked);
  const search = await loadTaskSearch(context, dataset);
  const from = placeOf(asked);
  const keys = readTaskSort(from.sort, search.fields);
  const { tree, wanted } = readTaskQuery(asked.query, search);
  if (asked.query.vector) return scanNearest(context, search, asked, { tree, vector: asked.query.vector });
  const seqs = await numbersBehind(context, search, { tree, keys, after: from.after, count: asked.limit + 1 });
  // A loading client continues until there are no more records, so a page of large records may be shorter than requested.
  const { length } = await firstTaskRecordsWithin(context.db, dataset.key, seqs.slice(0, asked.limit), PAGE_BYTES);
  const found = await readTaskRecords(context.db, dataset.key, seqs.slice(0, length + 1));
  const page = found.slice(0, length);
  const after = placeBehind(page.at(-1), found[length], keys, search) ?? from.after;
  const documents = await wholeDocuments(context.db, dataset.key, page);
  const last = after?.[0] ?? null;
  return {
    documents: shownDocuments(documents, wanted, asked.fields),
    nextId: asked.sort.length === 0 && isById(from.sort) && last !== null ? String(last) : null,
    place: writeScanPlace({ sort: from.sort, after }),
    similarity: null,
  };
}

/** One page, the nearest first. There is no next page (contract api-v0 7.2). */
async function scanNearest(
  context: Context,
  search: TaskSearch,
  { sort, fields, limit }: ScanTaskRecords,
  { tree, vector }: { readonly tree: QueryTree; readonly vector: TaskVectorQuery },
): Promise<ScannedTaskRecords> {
  const found = await findTaskRecordsOf(context, search, tree);
  const nearest = await findNearestTaskRecords(context, found, vector, limit);
  const seqs = nearest.seqs.slice(0, limit);
  await refuseLargePage(context, search.datasetKey, seqs);
  const page = await readTaskRecords(context.db, search.datasetKey, seqs);
  const documents = await wholeDocuments(context.db, search.datasetKey, page);
  const place = writeScanPlace({ sort: sort.length > 0 ? sort : [BY_ID], after: null });
  return { documents: shownDocuments(documents, [], fields), nextId: null, place, similarity: nearest.similarity };
}

function placeOf({ sort, nextId, place }: ScanTaskRecords): ScanPlace {
  const given = place === null ? null : readScanPlace(place);
  if (given) return given;
  if (sort.length === 0) return { sort: [BY_ID], after: nextId === null ? null : [nextId] };
  return { sort, after: nextId !== null && isById(sort) ? [nextId] : null };
}

type Behind = {
  readonly tree: QueryTree;
  readonly keys: readonly TaskSortKey[];
  readonly after: readonly SortValue[] | null;
  readonly count: number;
};

/**
 * The numbers of the next records after a place. Loading by id reads along the ids. If all records match, it costs only the
 * page itself.
 */
async function numbersBehind(context: Context, search: TaskSearch, asked: Behind): Promise<readonly number[]> {
  const { datasetKey } = search;
  const { tree, keys, after, count } = asked;
  const [first] = keys;
  if (keys.length === 1 && first?.field?.[0] === "id") {
    const id = after === null ? null : String(after[0]);
    const descending = first.order === "desc";
    if (matchesAll(tree) && !descending) {
      const along = { id: id ?? "", descending };
      return (await taskNumbersAlong(context.db, datasetKey, along, count)).map(({ seq }) => seq);
    }
    return numbersAlongIds(context, await findTaskRecordsOf(context, search, tree), { after: id, descending }, count);
  }
  const equal = await numbersOfEquals(context, search, asked);
  const rest = after === null ? tree : both(tree, behind(keys, after.slice(0, keys.length)));
  const limit = count - equal.length;
  const { seqs } =
    limit > 0 ? await findTaskPage(context, search, { tree: rest, keys, offset: 0, limit }) : { seqs: [] };
  return [...equal, ...seqs];
}

const LEAST_ROWS = 256;
const MOST_ROWS = 8192;

/** Starts after an id; null means from the beginning. `descending`: from the last id to the first. */
type Along = { readonly after: string | null; readonly descending?: boolean };

/** Greater than every id; an id has at most 512 bytes. */
const BEHIND_ALL = "\u{10ffff}".repeat(129);

/**
 * The numbers of the first `count` records of a set, in the order of their ids. It reads along the index of ids. Each page
 * reads only its own part of the index, so that loading a whole dataset reads the index once.
 */
async function numbersAlongIds(
  { db }: HasDb,
  { at, set }: MatchingRecords,
  { after, descending = false }: Along,
  count: number,
): Promise<number[]> {
  const found: number[] = [];
  const matching = countBits(set);
  if (matching === 0) return found;
  // On average one in `rowsPerMatch` rows is in the set.
  const rowsPerMatch = at.size / matching;
  for (let id = after ?? (descending ? BEHIND_ALL : ""); ; ) {
    const rows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.ceil((count - found.length) * rowsPerMatch * 1.2)));
    const next = await taskNumbersAlong(db, at.datasetKey, { id, descending }, rows);
    for (const { seq } of next) {
      if (hasBit(set, seq)) found.push(seq);
      if (found.length === count) return found;
    }
    const last = next.at(-1);
    if (last === undefined || next.length < rows) return found;
    id = last.id;
  }
}

/** Up to this number of records are looked up directly instead of read along the ids. */
const FEW = 4096;

/** The next records, by id, among those with the same sort keys as the last record. */
async function numbersOfEquals(
  context: Context,
  search: TaskSearch,
  { tree, keys, after, count }: Behind,
): Promise<readonly number[]> {
  const id = after?.[keys.length];
  if (after === null || id === undefined) return [];
  const equal = both(tree, equalBy(keys, after));
  const found = await findTaskRecordsOf(context, search, equal);
  if (countBits(found.set) > FEW) return numbersAlongIds(context, found, { after: String(id) }, count);
  const low = { value: String(id), inclusive: false };
  const rest = both(equal, { kind: "range", field: ["id"], low, high: null });
  return (await findTaskPage(context, search, { tree: rest, keys: [], offset: 0, limit: count })).seqs;
}

const both = (...parts: readonly QueryTree[]): QueryTree => ({ kind: "and", parts });
const matchesAll = (tree: QueryTree): boolean => tree.kind === "and" && tree.parts.every(matchesAll);

/** The sort values of the last record, and its id if the next record has the same values. */
function placeBehind(
  last: StoredTaskRecord | undefined,
  next: StoredTaskRecord | undefined,
  keys: readonly TaskSortKey[],
  { metadata }: TaskSearch,
): readonly SortValue[] | null {
  if (!last) return null;
  const valuesOf = (stored: StoredTaskRecord): SortValue[] => {
    const [document, lastLog] = [documentOf(stored), lastLogOf(stored)];
    return keys.map((key) => sortValue(key, document, lastLog, metadata));
  };
  const values = valuesOf(last);
  const isTied = next !== undefined && valuesOf(next).every((value, index) => value === values[index]);
  return isTied ? [...values, last.id] : values;
}

/** Returns stored JSON unchanged, unless only some parts are wanted. */
function shownDocuments(
  documents: readonly string[],
  wanted: readonly QueryLeaf[],
  fields: readonly string[],
): readonly string[] {
  const picked = fields.length > 0 ? pickedFields(fields) : null;
  const keywordsIn = wanted.length > 0 && (picked?.has("search_keywords") ?? true) ? foundKeywords(wanted) : null;
  if (picked === null && keywordsIn === null) return documents;
  return documents.map((json) => {
    const keywords = keywordsIn?.(parseDocument(json)) ?? null;
    const shown = picked ? picked.pick(json) : json;
    return keywords ? `${shown.slice(0, -1)},"search_keywords":${JSON.stringify(keywords)}}` : shown;
  });
}
