import type { SavedView } from "@postil/domain/search/saved-views";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { freshFor, LIFETIMES } from "../../lib/api/api.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { type Family, useFamily } from "../family/family.ts";

export const viewsQuery = ({ heldUnder, views }: Pick<Family, "heldUnder" | "views">, datasetId: string) =>
  queryOptions({
    queryKey: [...heldUnder(datasetId), "views"],
    queryFn: ({ signal }) => views.list(datasetId, signal),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });

type Views = {
  /** Sorted by name. Null until they are loaded. */
  readonly views: readonly SavedView[] | null;
  readonly failed: boolean;
  readonly retry: () => void;
};

const names = new Intl.Collator(LOCALE, { numeric: true });
const byName = (one: SavedView, other: SavedView) => names.compare(one.name, other.name);

export function useViews(datasetId: string): Views {
  const { data, isError, refetch } = useQuery(viewsQuery(useFamily(), datasetId));
  const views = useMemo(() => data?.toSorted(byName) ?? null, [data]);
  return { views, failed: isError, retry: () => void refetch() };
}
