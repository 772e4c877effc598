/** The older family's tasks; every other value means a feedback dataset (RTE-15). */
export const TASKS = ["TextClassification", "TokenClassification", "Text2Text"] as const;
export type Task = (typeof TASKS)[number];

/** The tasks whose records have labels. */
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

/** The parts of a dataset that its address contains. */
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

export type SettingsRoute = keyof typeof SETTINGS_ROUTES;

/** The annotation page of a dataset, by its family (RTE-16). */
export function annotationPath(dataset: LinkedDataset): string {
  return isTask(dataset.task)
    ? `/datasets/${encodeURIComponent(dataset.workspaceName)}/${encodeURIComponent(dataset.name)}`
    : `/dataset/${encodeURIComponent(dataset.id)}/annotation-mode`;
}

export function settingsRoute(dataset: LinkedDataset): SettingsRoute {
  return isTask(dataset.task) ? "datasets-workspace-dataset-settings" : "dataset-id-settings";
}

/** The settings page of a dataset, by its family (RTE-16). */
export function settingsPath(dataset: LinkedDataset): string {
  return SETTINGS_ROUTES[settingsRoute(dataset)](dataset);
}
