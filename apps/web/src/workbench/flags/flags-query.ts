import { queryOptions } from "@tanstack/react-query";
import { freshFor, LIFETIMES } from "../../lib/api/lifetimes.ts";
import { datasetKey } from "../../lib/api/queries/dataset.ts";
import type { FlagsApi } from "../family/family.ts";

/** All records of the dataset that the user has flagged, the latest first. */
export const flagsQuery = (flags: FlagsApi, datasetId: string) =>
  queryOptions({
    queryKey: [...datasetKey(datasetId), "flags"],
    queryFn: ({ signal }) => flags.list(datasetId, signal),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });
