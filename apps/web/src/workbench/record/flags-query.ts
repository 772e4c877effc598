import { queryOptions } from "@tanstack/react-query";
import { freshFor, LIFETIMES } from "../../lib/api/lifetimes.ts";
import type { Family } from "../family/family.ts";

/** All records of the dataset that the user has flagged, newest first. */
export const flagsQuery = ({ heldUnder, flags }: Pick<Family, "heldUnder" | "flags">, datasetId: string) =>
  queryOptions({
    queryKey: [...heldUnder(datasetId), "flags"],
    queryFn: ({ signal }) => flags.list(datasetId, signal),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });
