import { Refusal } from "@postil/domain/refusal";
import { readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import type { SeqSet } from "../../records/seq-set.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { lastVersion } from "../../storage/sqlite/changed-blocks.ts";
import type { Context } from "../../storage/store.ts";
import {
  loadTaskDatasetForManager,
  loadTaskDatasetForMember,
  requireOpen,
  type TaskDatasetAt,
} from "../task-datasets/load-task-dataset.ts";
import { findTaskRecordsOf, loadTaskSearch } from "./task-search.ts";

export type RecordsToEnd = TaskDatasetAt & {
  readonly query: TaskQuery;
  /** Only their status changes. */
  readonly discard: boolean;
};

/** `version`: the last change of values that is in it. */
export type FoundToEnd = { readonly datasetKey: number; readonly set: SeqSet; readonly version: number };

/** The records that are to be deleted or discarded, found where reads are: a search in the writing thread would keep others waiting. */
export async function findRecordsToEnd(context: Context, asked: RecordsToEnd): Promise<FoundToEnd> {
  return findToEnd(context, await loadToEnd(context, asked), asked.query);
}

/** Every member may discard, managers may delete (contract api-v0 7.3). */
export async function loadToEnd(context: Context, { query, discard, ...at }: RecordsToEnd): Promise<TaskDatasetRow> {
  const dataset = discard ? await loadTaskDatasetForMember(context, at) : await loadTaskDatasetForManager(context, at);
  requireOpen(dataset);
  // Nobody sees which are nearest before they are gone.
  if (query.vector)
    throw new Refusal("invalid_text_search", "Records cannot be deleted by their nearness to a vector.");
  return dataset;
}

export async function findToEnd(context: Context, dataset: TaskDatasetRow, query: TaskQuery): Promise<FoundToEnd> {
  const version = await lastVersion(context.db, dataset.key, "values");
  const search = await loadTaskSearch(context, dataset);
  const { set } = await findTaskRecordsOf(context, search, readTaskQuery(query, search).tree);
  return { datasetKey: dataset.key, set, version };
}
