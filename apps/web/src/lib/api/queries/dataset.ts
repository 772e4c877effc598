import { workspaceFromWire } from "@postil/contract/accounts/mapping";
import { datasetFromWire, ownMetricsFromWire, progressFromWire } from "@postil/contract/datasets/mapping";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";
import { quietQuery, screenQuery } from "../quiet-query.ts";

/** One feedback dataset (FEN-04). All keys about a dataset begin with `dataset` and its id. */
export const datasetKey = (id: string) => ["dataset", id] as const;

/** The request of a call about a feedback dataset. */
export const aboutDataset = (id: string) => ({ params: { dataset_id: id } });

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: [...datasetKey(id), "self"],
    queryFn: async ({ signal }) =>
      datasetFromWire(await atLeast(api.call("getDataset", aboutDataset(id), { signal, quiet: "unopened" }))),
  });

/**
 * Figures about a dataset. They belong to the labeling loop or to a cell of a list, so they show no failure and never delay
 * anything.
 */

/** The caller's own counts (FPR-01). */
export const ownMetricsQuery = (datasetId: string) =>
  quietQuery(
    [...datasetKey(datasetId), "own-metrics"],
    "getMyDatasetMetrics",
    aboutDataset(datasetId),
    ownMetricsFromWire,
  );

/** The number of records left for the team (DSL-14). */
export const teamProgressQuery = (datasetId: string) =>
  quietQuery(
    [...datasetKey(datasetId), "team-progress"],
    "getDatasetProgress",
    aboutDataset(datasetId),
    progressFromWire,
  );

/** The caller's workspaces by name; an owner gets all (DSL-06, DSL-07). The list shows a failure in its own place. */
export const workspacesQuery = () =>
  screenQuery(["workspaces"], "listWorkspacesV0", {}, (items) => items.map(workspaceFromWire));

/** One workspace, for its name (FEN-05). No request is sent until its id is known. */
export const workspaceQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ["workspace", id],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) =>
            workspaceFromWire(await api.call("getWorkspace", { params: { workspace_id: id } }, { signal })),
  });
