import type { SavedView } from "@postil/domain/search/saved-views";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { useFamily } from "../family/family.ts";
import { viewsQuery } from "./views-query.ts";

export type Views = {
  /** By name; null until they are known. */
  readonly views: readonly SavedView[] | null;
  readonly failed: boolean;
  readonly retry: () => void;
};

const names = new Intl.Collator(LOCALE, { numeric: true });
const byName = (one: SavedView, other: SavedView) => names.compare(one.name, other.name);

/** The user's saved views of a dataset. */
export function useViews(datasetId: string): Views {
  const { data, isError, refetch } = useQuery(viewsQuery(useFamily(), datasetId));
  const views = useMemo(() => data?.toSorted(byName) ?? null, [data]);
  return { views, failed: isError, retry: () => void refetch() };
}
