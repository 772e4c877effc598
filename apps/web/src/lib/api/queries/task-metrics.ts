import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { MetricId } from "@postil/domain/tasks/metrics";
import { taskDatasetKey as idOf } from "@postil/domain/tasks/record-key";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { failureOf } from "../failure.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { taskDatasetKey } from "./task-dataset.ts";
import type { LabeledDataset } from "./task-settings.ts";

/** Metrics over all records of a task dataset. The component that shows one also shows its failure. */

const staleTime = freshFor(LIFETIMES.datasetParts);

/** The server's limit: at most this many labels are counted. */
const MOST_LABELS = 5000;

/** The parts of a dataset that a metrics request needs. */
export type MeasuredDataset = Pick<KnownTaskDataset, "name" | "task" | "workspaceName">;

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

/** The sum of all counts. */
export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
