import { savedViewFromWire } from "@postil/contract/mapping/saved-views";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { datasetKey } from "./dataset.ts";

/** The user's saved views of a dataset. Nobody waits for it, so it shows no failure. */
export const viewsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "views"],
    queryFn: async ({ signal }) => {
      const request = { params: { dataset_id: datasetId } };
      return (await api.call("listMyViews", request, { signal, quiet: true })).items.map(savedViewFromWire);
    },
    staleTime: freshFor(LIFETIMES.datasetParts),
  });
