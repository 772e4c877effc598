import { taskDatasetFromWire } from "@postil/contract/datasets/mapping";
import { taskSettingsFromWire } from "@postil/contract/tasks/settings-mapping";
import { isTask, type KnownTaskDataset, type LabeledTask, type TaskDataset } from "@postil/domain/datasets/dataset";
import type { TaskSettings } from "@postil/domain/tasks/labels";
import type { MetricId } from "@postil/domain/tasks/metrics";
import { taskDatasetKey as idOf } from "@postil/domain/tasks/record-key";
import { queryOptions } from "@tanstack/react-query";
import { t } from "i18next";
import "../../i18n/en/task-datasets.ts";
import { atLeast } from "../../minimum-delay.ts";
import { api, freshFor, LIFETIMES } from "../api.ts";
import { failureOf, NOT_THERE, PageError } from "../failure.ts";

const staleTime = freshFor(LIFETIMES.datasetParts);

/** A task dataset is identified by workspace and name (TEN-02). All keys about one begin with these. */
export const taskDatasetKey = (workspace: string, name: string) => ["task-dataset", workspace, name] as const;

/**
 * The page of the dataset shows a load failure itself. A missing dataset or an unknown task leads to the error page (TLO-11).
 */
export const taskDatasetQuery = (workspace: string, name: string) =>
  queryOptions({
    queryKey: [...taskDatasetKey(workspace, name), "self"],
    queryFn: async ({ signal }): Promise<KnownTaskDataset> => {
      const request = { params: { name }, query: { workspace } };
      const wire = await atLeast(api.call("getTaskDatasetV0", request, { signal, quiet: true, accept: NOT_THERE }));
      if (wire === null) throw new PageError(404, t("taskDatasets.notFound", { name }));
      const dataset = taskDatasetFromWire(wire);
      // TEN-12: some servers do not send it.
      return withKnownTask({ ...dataset, workspaceName: dataset.workspaceName || workspace });
    },
  });

function withKnownTask(dataset: TaskDataset): KnownTaskDataset {
  const { task } = dataset;
  if (!task) throw new PageError(500, t("taskDatasets.noTask"));
  if (!isTask(task)) throw new PageError(500, t("taskDatasets.unknownTask", { task }));
  return { ...dataset, task };
}

/** A dataset whose records have labels. A text-to-text dataset has no settings (TLO-07). */
export type LabeledDataset = TaskDataset & { readonly task: LabeledTask };

/** The path and the query parameters of a call about a dataset's settings. */
export const settingsOf = ({ name, task, workspaceName }: LabeledDataset) => ({
  params: { name, task },
  query: { workspace: workspaceName },
});

/** Reads the settings of a dataset, bypassing every cache. Null until settings are saved (LAB-08). Callers show a failure. */
export async function readTaskSettings(dataset: LabeledDataset, signal?: AbortSignal): Promise<TaskSettings | null> {
  const options = { quiet: true, accept: [404], ...(signal === undefined ? {} : { signal }) };
  const wire = await api.call("getTaskSettingsV0", settingsOf(dataset), options);
  return wire === null ? null : taskSettingsFromWire(wire);
}

export const taskSettingsKey = ({ workspaceName, name }: LabeledDataset) =>
  [...taskDatasetKey(workspaceName, name), "settings"] as const;

/** The same for a page, which shows a failure in its own place (LAB-10). */
export const taskSettingsQuery = (dataset: LabeledDataset) =>
  queryOptions({
    queryKey: taskSettingsKey(dataset),
    queryFn: ({ signal }) => atLeast(readTaskSettings(dataset, signal)).catch((error: unknown) => fail(error)),
    staleTime,
  });

function fail(error: unknown): never {
  const status = failureOf(error)?.status ?? null;
  // Without a reply there is no status to show.
  if (status === null) throw error;
  throw new Error(t("taskDatasets.settingsFailed", { status }), { cause: error });
}

/** The server's limit: at most this many labels are counted. */
const MOST_LABELS = 5000;

/** The parts of a dataset that a metrics request needs. */
export type MeasuredDataset = Pick<KnownTaskDataset, "name" | "task" | "workspaceName">;

/** A metric over all records. The component that shows it also shows its failure. */
async function summarize(dataset: MeasuredDataset, metric: MetricId, signal: AbortSignal) {
  const { name, task, workspaceName: workspace } = dataset;
  const request = { params: { name, task, metric }, query: { workspace, size: MOST_LABELS }, body: {} };
  return api.call("summarizeTaskMetricV0", request, { signal, quiet: true, dataset: idOf(workspace, name) });
}

/**
 * The labels found in the records, for a dataset without labels in its settings (LAB-11). Empty when they cannot be loaded.
 */
export const foundLabelsQuery = (dataset: LabeledDataset) =>
  queryOptions({
    queryKey: [...taskDatasetKey(dataset.workspaceName, dataset.name), "dataset_labels"],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      try {
        const { labels } = await summarize(dataset, "dataset_labels", signal);
        return Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [];
      } catch (error) {
        if (failureOf(error) === null) throw error;
        return [];
      }
    },
    staleTime,
  });

/** Each value with its number of records. */
const countsQuery = (dataset: MeasuredDataset, metric: MetricId) =>
  queryOptions({
    queryKey: [...taskDatasetKey(dataset.workspaceName, dataset.name), metric],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const counts = Object.entries(await summarize(dataset, metric, signal));
      return new Map(counts.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
    },
    staleTime,
  });

export const predictedAsQuery = (dataset: LabeledDataset) => countsQuery(dataset, "predicted_as");
export const annotatedAsQuery = (dataset: LabeledDataset) => countsQuery(dataset, "annotated_as");
export const annotatedByQuery = (dataset: KnownTaskDataset) => countsQuery(dataset, "annotated_by");
export const statusCountsQuery = (dataset: MeasuredDataset) => countsQuery(dataset, "status_distribution");

export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
