import { isTask, type Task } from "../datasets/dataset-links.ts";
import type { TaskRecordId } from "./task-record.ts";

/** Where a record of a task dataset is: ids are told apart within their dataset alone (TEN-02). */
export type TaskRecordPlace = {
  readonly workspace: string;
  readonly dataset: string;
  readonly task: Task;
  readonly id: TaskRecordId;
};

/** What task datasets are told apart by among all datasets. Neither name can hold a slash. */
export const taskDatasetKey = (workspace: string, dataset: string): string => `${workspace}/${dataset}`;

/** Where the dataset of a key is. */
export function readTaskDatasetKey(key: string): Pick<TaskRecordPlace, "workspace" | "dataset"> {
  const [workspace = "", dataset = ""] = key.split("/", 2);
  return { workspace, dataset };
}

/** Tells a record apart from those of all datasets, also of the other family, whose ids hold no slash. */
export const taskRecordKey = ({ workspace, dataset, task, id }: TaskRecordPlace): string =>
  `${taskDatasetKey(workspace, dataset)}/${task}/${typeof id === "number" ? "#" : "="}${id}`;

/** Null for what is no key of a task record. */
export function readTaskRecordKey(key: string): TaskRecordPlace | null {
  const [, workspace, dataset, task, kind, id] = /^([^/]+)\/([^/]+)\/([^/]+)\/([#=])(.*)$/s.exec(key) ?? [];
  if (workspace === undefined || dataset === undefined || task === undefined || id === undefined) return null;
  return isTask(task) ? { workspace, dataset, task, id: kind === "#" ? Number(id) : id } : null;
}

/** The same of what is one. */
export function taskRecordPlace(key: string): TaskRecordPlace {
  const place = readTaskRecordKey(key);
  if (place === null) throw new Error(`No record of a task dataset: ${key}`);
  return place;
}
