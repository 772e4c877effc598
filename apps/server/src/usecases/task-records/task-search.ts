import type { Task } from "@postil/domain/datasets/dataset-links";
import type { QueryTree } from "@postil/domain/search/query-tree";
import type { TaskQueryContext } from "@postil/domain/search/task-query";
import type { TaskSortKey } from "@postil/domain/search/task-sort";
import type { MetadataKind } from "@postil/domain/tasks/metadata-kinds";
import { taskSearchFields } from "@postil/domain/tasks/task-fields";
import { compileTree } from "../../records/compile-tree.ts";
import { findMatching } from "../../records/find-matching.ts";
import { type FoundPage, findPage } from "../../records/find-page.ts";
import { searchOf } from "../../records/page-query.ts";
import type { Registry } from "../../records/registry.ts";
import type { Search } from "../../records/search.ts";
import { emptySet, type SeqSet } from "../../records/seq-set.ts";
import { compileSort, type SortField } from "../../records/sort-key.ts";
import { firstSorted } from "../../records/sorted-page.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { exactTargetsIn } from "../../storage/sqlite/value-figures.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskTargets } from "../../storage/task-targets.ts";
import { taskFields } from "./task-fields.ts";

/** What is known of a task dataset to search it: the names of its fields, and where their values are. */
export type TaskSearch = TaskQueryContext & {
  readonly datasetKey: number;
  /** Numbers of records are before this. */
  readonly size: number;
  readonly registry: Registry;
  readonly metadata: ReadonlyMap<string, MetadataKind>;
};

export async function loadTaskSearch({ db, now }: Context, dataset: TaskDatasetRow): Promise<TaskSearch> {
  const { key: datasetKey, next_seq: size } = dataset;
  const task = dataset.task as Task; // what is stored was checked
  const targets = await loadTaskTargets(db, datasetKey);
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
    registry: taskFields({ datasetKey, targets, exact: await exactTargetsIn(db, datasetKey) }),
    metadata,
  };
}

export type TaskPage = {
  readonly tree: QueryTree;
  readonly keys: readonly TaskSortKey[];
  readonly offset: number;
  readonly limit: number;
};

/** Keys that nothing has a value for are left out. */
const sortOf = (keys: readonly TaskSortKey[]): SortField[] => [
  ...keys.flatMap(({ field, order }) => (field ? [{ field, order }] : [])),
  { field: ["id"], order: "asc" },
];

/** The numbers of the records that match, in the order of the keys and then of the ids, and how many there are in all. */
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

/** Records that were found, and where. */
export type FoundTaskRecords = { readonly at: Search; readonly set: SeqSet };

/** All records that match. */
export async function findTaskRecordsOf(
  { db }: Context,
  search: TaskSearch,
  tree: QueryTree,
): Promise<FoundTaskRecords> {
  const { datasetKey, size, registry } = search;
  const at = searchOf(db, { datasetKey, size, viewer: null });
  // Where nothing was ever written there is no text index either.
  const set = size === 0 ? emptySet(0) : (await findMatching(at, compileTree(registry, tree), false)).set;
  return { at, set };
}

/** The first of records that were found, in the order of the keys and then of the ids. */
export const firstTaskRecords = (
  { at, set }: FoundTaskRecords,
  { registry }: TaskSearch,
  keys: readonly TaskSortKey[],
  count: number,
): Promise<number[]> => firstSorted(at, set, compileSort(registry, sortOf(keys)), count);
