import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { freshFor, LIFETIMES } from "../lifetimes.ts";
import { datasetKey } from "./dataset.ts";

/**
 * The hosts whose pictures load without a question to the user. The page does not wait for this list, so it shows no failure.
 */
export const pictureHostsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "picture-hosts"],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const request = { params: { dataset_id: datasetId } };
      return (await api.call("listPictureHosts", request, { signal, quiet: true })).items;
    },
    staleTime: freshFor(LIFETIMES.datasetParts),
  });
