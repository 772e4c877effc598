import { isPrivileged } from "@postil/domain/accounts/policies";
import type { Workspace } from "@postil/domain/accounts/users";
import type { Dataset, DatasetStatus, TaskDataset } from "@postil/domain/datasets/dataset";
import { annotationPath, FEEDBACK_TASK, isTask, settingsPath, type Task } from "@postil/domain/datasets/dataset-links";
import type { Micros } from "@postil/domain/time";
import { underBase } from "../../lib/base-path.ts";
import type { ExportSource } from "../../workbench/export/use-export.tsx";

/** One line of the list, whichever family the dataset is of (DSL-01, DSL-09, FEN-01). */
export type DatasetRow = {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  /** empty while or when the workspaces could not be loaded */
  readonly workspaceName: string;
  readonly tags: { readonly [key: string]: string };
  readonly status: DatasetStatus;
  readonly createdAt: Micros;
  readonly lastActivityAt: Micros;
};

/** The members that the server does not send are filled here (FEN-03); the workspace is found by its id (DSL-08). */
export function feedbackRow(dataset: Dataset, workspaces: readonly Workspace[]): DatasetRow {
  return {
    id: dataset.id,
    name: dataset.name,
    task: FEEDBACK_TASK,
    workspaceName: workspaces.find(({ id }) => id === dataset.workspaceId)?.name ?? "",
    tags: {},
    status: dataset.status,
    createdAt: dataset.insertedAt,
    lastActivityAt: dataset.lastActivityAt,
  };
}

export function taskRow(dataset: TaskDataset): DatasetRow {
  return {
    id: dataset.id,
    name: dataset.name,
    task: dataset.task,
    workspaceName: dataset.workspaceName,
    tags: dataset.tags,
    status: "ready",
    createdAt: dataset.createdAt,
    lastActivityAt: dataset.lastUpdatedAt,
  };
}

/** Datasets that are not published yet are for privileged users only (DSL-13). */
export function maySee(row: DatasetRow, user: Parameters<typeof isPrivileged>[0]): boolean {
  return row.status === "ready" || isPrivileged(user);
}

/** Where a row leads: to its annotation page, before it is published to its settings (DSL-13, RTE-16). */
export function rowPath(row: DatasetRow): string {
  return row.status === "draft" ? settingsPath(row) : annotationPath(row);
}

/** The same, to pass on. */
export const rowAddress = (row: DatasetRow): string => window.location.origin + underBase(rowPath(row));

export const taskOf = ({ task }: DatasetRow): Task | typeof FEEDBACK_TASK => (isTask(task) ? task : FEEDBACK_TASK);

export const isFeedback = (row: DatasetRow): boolean => taskOf(row) === FEEDBACK_TASK;

/** What an export asks for. */
export function exportSource(row: DatasetRow): ExportSource {
  const { id, name, workspaceName: workspace } = row;
  const task = taskOf(row);
  return { datasetId: id, at: task === FEEDBACK_TASK ? null : { workspace, name, task } };
}

/** A tag as one word: `lang: en`, or the key alone when it has no value. */
export function tagLabels({ tags }: Pick<DatasetRow, "tags">): readonly string[] {
  return Object.entries(tags).map(([key, value]) => (value === "" ? key : `${key}: ${value}`));
}
