import { queryOptions } from "@tanstack/react-query";
import { freshFor, LIFETIMES } from "../../lib/api/lifetimes.ts";
import type { Family } from "../family/family.ts";

/** The user's saved views of a dataset. */
export const viewsQuery = ({ heldUnder, views }: Pick<Family, "heldUnder" | "views">, datasetId: string) =>
  queryOptions({
    queryKey: [...heldUnder(datasetId), "views"],
    queryFn: ({ signal }) => views.list(datasetId, signal),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });
