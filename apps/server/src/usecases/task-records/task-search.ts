import type { Task } from "@postil/domain/datasets/dataset-links";
import { Refusal } from "@postil/domain/refusal";
import type { QueryTree } from "@postil/domain/search/query-tree";
import type { TaskQuery, TaskQueryScene } from "@postil/domain/search/task-query";
import type { TaskSortKey } from "@postil/domain/search/task-sort";
import type { MetadataKind } from "@postil/domain/tasks/metadata-kinds";
import { taskSearchFields } from "@postil/domain/tasks/task-fields";
import { compileTree } from "../../records/compile-tree.ts";
import { findMatching } from "../../records/find-matching.ts";
import { type FoundPage, findPage } from "../../records/find-page.ts";
import { searchOf } from "../../records/page-query.ts";
import type { Registry } from "../../records/registry.ts";
import { membersOf } from "../../records/seq-set.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskTargets } from "../../storage/task-targets.ts";
import { taskFields } from "./task-fields.ts";

/** What is known of a task dataset to search it: the names of its fields, and where their values are. */
export type TaskSearch = TaskQueryScene & {
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
    registry: taskFields({ datasetKey, targets }),
    metadata,
  };
}

export type TaskPage = {
  readonly tree: QueryTree;
  readonly keys: readonly TaskSortKey[];
  readonly offset: number;
  readonly limit: number;
};

/** The numbers of the records that match, in the order of the keys and then of the ids, and how many there are in all. */
export const findTaskPage = (context: Context, search: TaskSearch, page: TaskPage): Promise<FoundPage> => {
  const sort = page.keys.flatMap(({ field, order }) => (field ? [{ field, order }] : []));
  const { datasetKey, size, registry } = search;
  return findPage(context, {
    datasetKey,
    datasetId: String(datasetKey),
    size,
    viewer: null,
    registry,
    tree: page.tree,
    sort: [...sort, { field: ["id"], order: "asc" }],
    offset: page.offset,
    limit: page.limit,
  });
};

/** Until vectors are compared here, a call that asks for the nearest is told so and not answered otherwise. */
export function refuseVector({ vector }: TaskQuery): void {
  if (vector)
    throw new Refusal("invalid_text_search", `Records cannot be searched by the vector '${vector.name}' yet.`);
}

/** The numbers of all records that match, ascending. */
export async function findTaskNumbers({ db }: Context, search: TaskSearch, tree: QueryTree): Promise<number[]> {
  const { datasetKey, size, registry } = search;
  const { set } = await findMatching(
    searchOf(db, { datasetKey, size, viewer: null }),
    compileTree(registry, tree),
    false,
  );
  return membersOf(set);
}
