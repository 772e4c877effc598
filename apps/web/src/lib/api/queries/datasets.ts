import { datasetFromWire, taskDatasetFromWire } from "@postil/contract/datasets/mapping";
import "../manager-routes.ts";
import { quietQuery, screenQuery } from "../quiet-query.ts";

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
  screenQuery(["datasets", "feedback"], "listMyDatasets", {}, ({ items }) => items.map(datasetFromWire), always);

/** All task datasets of the caller, requested without a workspace. The result replaces the earlier list (DSL-02, DSL-04). */
export const taskDatasetsQuery = () =>
  screenQuery(["datasets", "task"], "listTaskDatasetsV0", {}, (items) => items.map(taskDatasetFromWire), always);

/** How commands on the server's machine are called. `home`: the folder to name, or null if they find it. Owners only. */
export const homeQuery = quietQuery(["home"], "getHome", {}, (home) => home, { staleTime: Number.POSITIVE_INFINITY });
