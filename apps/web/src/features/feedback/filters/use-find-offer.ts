import { useMemo } from "react";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import type { FilterRowProps, FindOffer, SortPopoverProps } from "../../../workbench/bar/find-offer.ts";
import type { Part } from "../../../workbench/filters/part.ts";
import { useFilterOffer } from "./use-filter-offer.ts";

const FilterRow = lazyPart<FilterRowProps>(() => import("./filter-row.tsx"));
const SortPopover = onDemand<SortPopoverProps>("dialog", () =>
  import("./sort-popover.tsx").then((module) => module.FeedbackSortPopover),
);

/** What the bar offers in a feedback dataset; the same object until something of it is known. */
export function useFindOffer(datasetId: string): FindOffer {
  const { fields, questions, properties } = useFilterOffer(datasetId);
  return useMemo(() => {
    const parts: readonly Part<unknown>[] = [questions, properties];
    const filters = {
      exists: parts.some((part) => part.state !== "ready" || part.items.length > 0),
      loading: parts.every(({ state }) => state === "loading"),
    };
    return { fields, filters, FilterRow, SortPopover };
  }, [fields, questions, properties]);
}
