import { isTask, type Task } from "../datasets/dataset.ts";
import type { TaskRecordId } from "./task-record.ts";

/** The place of a record of a task dataset: ids are unique only within their dataset (TEN-02). */
export type TaskRecordPlace = {
  readonly workspace: string;
  readonly dataset: string;
  readonly task: Task;
  readonly id: TaskRecordId;
};

/** The key of a task dataset, unique among all datasets. Neither name can contain a slash. */
export const taskDatasetKey = (workspace: string, dataset: string): string => `${workspace}/${dataset}`;

/** False for the id of a feedback dataset, which contains no slash. */
export const isTaskDatasetKey = (key: string): boolean => key.includes("/");

export function readTaskDatasetKey(key: string): Pick<TaskRecordPlace, "workspace" | "dataset"> {
  const [workspace = "", dataset = ""] = key.split("/", 2);
  return { workspace, dataset };
}

/** Unique among the records of all datasets: ids of the other family contain no slash. */
export const taskRecordKey = ({ workspace, dataset, task, id }: TaskRecordPlace): string =>
  `${taskDatasetKey(workspace, dataset)}/${task}/${typeof id === "number" ? "#" : "="}${id}`;

/** Reads the key of a task record; null if it is none. */
export function readTaskRecordKey(key: string): TaskRecordPlace | null {
  const [, workspace, dataset, task, kind, id] = /^([^/]+)\/([^/]+)\/([^/]+)\/([#=])(.*)$/s.exec(key) ?? [];
  if (workspace === undefined || dataset === undefined || task === undefined || id === undefined) return null;
  return isTask(task) ? { workspace, dataset, task, id: kind === "#" ? Number(id) : id } : null;
}

/** Like {@link readTaskRecordKey}, for a key that must be one: throws if it is not. */
export function taskRecordPlace(key: string): TaskRecordPlace {
  const place = readTaskRecordKey(key);
  if (place === null) throw new Error(`No record of a task dataset: ${key}`);
  return place;
}
