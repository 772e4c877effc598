import { datasetFromWire } from "@postil/contract/mapping";
import { queryOptions } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";

/** The lists of datasets. A failure shows in the list itself, beside the family that did load (DSL-12): the calls are quiet. */

/** Coming back to the window, the lists are asked for again when they are older than this, ms (screens 6.4). */
const staleTime = 60_000;

/** The caller's feedback datasets (DSL-05). */
export const myDatasetsQuery = () =>
  queryOptions({
    queryKey: ["datasets", "feedback"],
    queryFn: async ({ signal }) => {
      const { items } = await atLeast(api.call("listMyDatasets", {}, { signal, quiet: true }));
      return items.map(datasetFromWire);
    },
    staleTime,
    refetchOnWindowFocus: true,
  });

/** All task datasets of the caller, without a workspace, replacing what was there (DSL-02, DSL-04). */
export const taskDatasetsQuery = () =>
  queryOptions({
    queryKey: ["datasets", "task"],
    queryFn: ({ signal }) => atLeast(api.call("listTaskDatasetsV0", {}, { signal, quiet: true })),
    staleTime,
    refetchOnWindowFocus: true,
  });
