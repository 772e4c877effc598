import { flagFromWire } from "@postil/contract/mapping/flags";
import { MOST_FLAGS } from "@postil/domain/records/flags";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { datasetKey } from "./dataset.ts";

/** All records of the dataset that the user has flagged, the latest first. Nobody waits for it, so it shows no failure. */
export const flagsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "flags"],
    queryFn: async ({ signal }) => {
      const request = { params: { dataset_id: datasetId }, query: { limit: MOST_FLAGS } };
      return (await api.call("listMyFlags", request, { signal, quiet: true })).items.map(flagFromWire);
    },
    staleTime: freshFor(LIFETIMES.datasetParts),
  });
