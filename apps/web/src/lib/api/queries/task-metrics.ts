import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { MetricId } from "@postil/domain/tasks/metric-list";
import { taskDatasetKey as idOf } from "@postil/domain/tasks/record-key";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { failureOf } from "../failure.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { taskDatasetKey } from "./task-dataset.ts";
import type { LabeledDataset } from "./task-settings.ts";

/** What is told of all records of a task dataset. Whoever shows it says a failure in its place. */

const staleTime = freshFor(LIFETIMES.datasetParts);

/** The server's limit: of so many labels each is counted. */
const MOST_LABELS = 5000;

/** What is needed of a dataset to ask about it. */
export type MeasuredDataset = Pick<KnownTaskDataset, "name" | "task" | "workspaceName">;

async function summarize(dataset: MeasuredDataset, metric: MetricId, signal: AbortSignal) {
  const { name, task, workspaceName: workspace } = dataset;
  const request = { params: { name, task, metric }, query: { workspace, size: MOST_LABELS }, body: {} };
  return api.call("summarizeTaskMetricV0", request, { signal, quiet: true, dataset: idOf(workspace, name) });
}

/** The labels that records have, for a dataset whose settings have none (LAB-11). Empty when they cannot be had. */
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

/** Values with how many records have each. */
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

/** All counts together. */
export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
