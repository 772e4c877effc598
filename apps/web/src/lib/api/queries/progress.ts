import { ownMetricsFromWire, progressFromWire } from "@postil/contract/mapping/progress";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { datasetKey } from "./dataset.ts";

/** Figures about a dataset. They are part of the labeling loop or of a list's cell, so they show no failure and never wait. */

/** The caller's own counts (FPR-01). */
export const ownMetricsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "own-metrics"],
    queryFn: async ({ signal }) =>
      ownMetricsFromWire(
        await api.call("getMyDatasetMetrics", { params: { dataset_id: datasetId } }, { signal, quiet: true }),
      ),
  });

/** What is left for the team (DSL-14). */
export const teamProgressQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "team-progress"],
    queryFn: async ({ signal }) =>
      progressFromWire(
        await api.call("getDatasetProgress", { params: { dataset_id: datasetId } }, { signal, quiet: true }),
      ),
  });
