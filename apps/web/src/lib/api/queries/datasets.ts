import { datasetFromWire, taskDatasetFromWire } from "@postil/contract/datasets/mapping";
import { queryOptions } from "@tanstack/react-query";
import "../manager-routes.ts";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";

/**
 * The lists of datasets. A failure shows in the list itself, beside the family that did load (DSL-12), so the calls are quiet.
 */

/**
 * When the window gets the focus again, a list older than this is reloaded. An empty list is reloaded at this interval
 * (design/list.md).
 */
const STALE_TIME = 60_000;

const whileEmpty = (query: { readonly state: { readonly data?: readonly unknown[] | undefined } }) =>
  query.state.data?.length === 0 && STALE_TIME;

const always = { staleTime: STALE_TIME, refetchOnWindowFocus: true, refetchInterval: whileEmpty } as const;

/** The caller's feedback datasets (DSL-05). */
export const myDatasetsQuery = () =>
  queryOptions({
    queryKey: ["datasets", "feedback"],
    queryFn: async ({ signal }) => {
      const { items } = await atLeast(api.call("listMyDatasets", {}, { signal, quiet: true }));
      return items.map(datasetFromWire);
    },
    ...always,
  });

/** All task datasets of the caller, requested without a workspace. The result replaces the earlier list (DSL-02, DSL-04). */
export const taskDatasetsQuery = () =>
  queryOptions({
    queryKey: ["datasets", "task"],
    queryFn: async ({ signal }) => {
      const items = await atLeast(api.call("listTaskDatasetsV0", {}, { signal, quiet: true }));
      return items.map(taskDatasetFromWire);
    },
    ...always,
  });

/** How commands on the server's machine are called. `home`: the folder to name, or null if they find it. Owners only. */
export const homeQuery = queryOptions({
  queryKey: ["home"],
  queryFn: async ({ signal }) => api.call("getHome", {}, { signal, quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
});
