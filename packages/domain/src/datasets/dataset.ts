import type { Micros } from "../time.ts";

export const DATASET_STATUSES = ["draft", "ready"] as const;

export type DatasetStatus = (typeof DATASET_STATUSES)[number];

export type Dataset = {
  readonly id: string;
  readonly name: string;
  readonly guidelines: string | null;
  readonly allowExtraMetadata: boolean;
  readonly status: DatasetStatus;
  readonly workspaceId: string;
  readonly lastActivityAt: Micros;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** What clients keep with a dataset (API-66). The page reads it only where it shows it. */
export type DatasetMetadata = { readonly metadata: { readonly [key: string]: unknown } | null };

/** Longest JSON of the metadata of a feedback dataset, in bytes: a list of datasets tells it of each. */
export const LONGEST_DATASET_METADATA = 65_536;

/** A dataset of the older family: it has one of the tasks of `TASKS` and is identified by workspace and name. */
export type TaskDataset = {
  /** `workspace.name` */
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly workspaceName: string;
  readonly tags: { readonly [key: string]: string };
  /** Any data that clients store with the dataset. */
  readonly metadata: { readonly [key: string]: unknown };
  readonly createdAt: Micros;
  /** A user name; null if the server does not send it. */
  readonly createdBy: string | null;
  readonly lastUpdatedAt: Micros;
};

export type KnownTaskDataset = TaskDataset & { readonly task: Task };

/** The older family's tasks; every other value means a feedback dataset (RTE-15). */
export const TASKS = ["TextClassification", "TokenClassification", "Text2Text"] as const;
export type Task = (typeof TASKS)[number];

export const LABELED_TASKS = ["TextClassification", "TokenClassification"] as const satisfies readonly Task[];
export type LabeledTask = (typeof LABELED_TASKS)[number];

/** The task name that the page gives to a feedback dataset (FEN-01). */
export const FEEDBACK_TASK = "FeedbackTask";

export function isTask(task: string): task is Task {
  return TASKS.some((known) => known === task);
}

export function isLabeled<Of extends { readonly task: Task }>(dataset: Of): dataset is Of & { task: LabeledTask } {
  return LABELED_TASKS.some((labeled) => labeled === dataset.task);
}

export type LinkedDataset = {
  readonly id: string;
  readonly name: string;
  readonly workspaceName: string;
  readonly task: string;
};

/** The routes of settings pages, by name (RTE-06, RTE-08, RTE-16). */
export const SETTINGS_ROUTES = {
  "datasets-workspace-dataset-settings": ({ workspaceName, name }: LinkedDataset) =>
    `/datasets/${encodeURIComponent(workspaceName)}/${encodeURIComponent(name)}/settings`,
  "dataset-id-settings": ({ id }: LinkedDataset) => `/dataset/${encodeURIComponent(id)}/settings`,
} as const;

type SettingsRoute = keyof typeof SETTINGS_ROUTES;

/** The annotation page of a dataset, by its family (RTE-16). */
export function annotationPath(dataset: LinkedDataset): string {
  return isTask(dataset.task)
    ? `/datasets/${encodeURIComponent(dataset.workspaceName)}/${encodeURIComponent(dataset.name)}`
    : `/dataset/${encodeURIComponent(dataset.id)}/annotation-mode`;
}

export function settingsRoute(dataset: LinkedDataset): SettingsRoute {
  return isTask(dataset.task) ? "datasets-workspace-dataset-settings" : "dataset-id-settings";
}

/** The page that adds a file to a dataset (IMP-31, IMP-70). */
export const addRecordsPath = (dataset: LinkedDataset): string =>
  isTask(dataset.task)
    ? `${annotationPath(dataset)}/add-records`
    : `/dataset/${encodeURIComponent(dataset.id)}/add-records`;

/** The settings page of a dataset, by its family (RTE-16). */
export function settingsPath(dataset: LinkedDataset): string {
  return SETTINGS_ROUTES[settingsRoute(dataset)](dataset);
}
