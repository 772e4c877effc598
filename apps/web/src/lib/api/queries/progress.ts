import { ownMetricsFromWire, progressFromWire } from "@postil/contract/datasets/mapping";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { datasetKey } from "./dataset.ts";

/**
 * Figures about a dataset. They belong to the labeling loop or to a cell of a list, so they show no failure and never delay
 * anything.
 */

/** The caller's own counts (FPR-01). */
export const ownMetricsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "own-metrics"],
    queryFn: async ({ signal }) =>
      ownMetricsFromWire(
        await api.call("getMyDatasetMetrics", { params: { dataset_id: datasetId } }, { signal, quiet: true }),
      ),
  });

/** The number of records left for the team (DSL-14). */
export const teamProgressQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "team-progress"],
    queryFn: async ({ signal }) =>
      progressFromWire(
        await api.call("getDatasetProgress", { params: { dataset_id: datasetId } }, { signal, quiet: true }),
      ),
  });
