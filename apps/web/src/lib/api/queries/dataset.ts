import { datasetFromWire } from "@postil/contract/datasets/mapping";
import { queryOptions } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";

/** One feedback dataset (FEN-04). All keys about a dataset begin with `dataset` and its id. */
export const datasetKey = (id: string) => ["dataset", id] as const;

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: [...datasetKey(id), "self"],
    queryFn: async ({ signal }) =>
      datasetFromWire(
        await atLeast(api.call("getDataset", { params: { dataset_id: id } }, { signal, quiet: "unopened" })),
      ),
  });
