import { useQuery } from "@tanstack/react-query";
import type { Aggregations } from "../wire/search-records.ts";
import { type ActiveFilter, withoutFilter } from "./parts.ts";
import type { QueryPage } from "./query-page.ts";

export type Facet =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "ready"; readonly aggregations: Aggregations };

/**
 * What is told of the records that all other filters find: how many each value of this one would bring. Where it is not on, the
 * page knows that already.
 */
export function useFacet({ view, aggregations, countsFor }: QueryPage, filter: ActiveFilter): Facet {
  const { filters } = view;
  const isOn = filter.key === undefined ? filters[filter.part] !== undefined : filter.key in (filters.metadata ?? {});
  const { data, isError, refetch } = useQuery({ ...countsFor(withoutFilter(filters, filter)), enabled: isOn });
  const known = isOn ? data?.aggregations : aggregations;
  if (known) return { state: "ready", aggregations: known };
  return isOn && isError ? { state: "failed", retry: () => void refetch() } : { state: "loading" };
}
