import { scopeKey } from "@postil/domain/search/record-criteria";
import type { SortEntry } from "@postil/domain/search/search-query";
import type { KeyOrder } from "@postil/domain/search/sort-entries";
import { candidateOf, type SortCandidate, sortCandidates } from "@postil/domain/search/sort-offer";
import { t } from "i18next";
import { useMemo } from "react";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import type { SortPopoverProps } from "../../../workbench/bar/find-offer.ts";
import { type SortOffer, SortPopover } from "../../../workbench/sort/sort-popover.tsx";
import { SortFieldChooser } from "./sort-field-chooser.tsx";
import { sortText } from "./sort-text.ts";
import { type FilterOffer, useFilterOffer } from "./use-filter-offer.ts";

/** The order of the records of a feedback dataset (FFI-10, FFI-11). */
export function FeedbackSortPopover({ datasetId, controls, ...opening }: SortPopoverProps & OpensHere) {
  const { criteria, change } = controls;
  const sort = useMemo(() => criteria.sort.map(({ scope, order }) => ({ key: scopeKey(scope), order })), [criteria]);
  const { candidates, offer } = useSortOffer(useFilterOffer(datasetId), criteria.sort);
  const onSort = (next: readonly KeyOrder[]) => {
    const entries = next.flatMap(({ key, order }): SortEntry[] => {
      const candidate = candidates.get(key);
      return candidate === undefined ? [] : [{ scope: candidate.scope, order }];
    });
    change((before) => ({ ...before, sort: entries }));
  };
  return <SortPopover sort={sort} onSort={onSort} offer={offer} {...opening} />;
}

type Offered = { readonly candidates: ReadonlyMap<string, SortCandidate>; readonly offer: SortOffer };

/** Also what is sorted by and the dataset no longer has: it is named, and can be taken away. */
function useSortOffer(filters: FilterOffer, sort: readonly SortEntry[]): Offered {
  return useMemo(() => {
    const { questions, properties } = filters;
    const offered = sortCandidates({
      questions: questions.state === "ready" ? questions.items : [],
      properties: properties.state === "ready" ? properties.items : [],
    });
    const all = [...sort.map((entry) => candidateOf(offered, entry)), ...offered];
    const candidates = new Map(all.map((candidate) => [scopeKey(candidate.scope), candidate]));
    const offer: SortOffer = {
      keys: offered.map(({ scope }) => scopeKey(scope)),
      textOf: (key) => {
        const candidate = candidates.get(key);
        return candidate === undefined ? "" : sortText(candidate);
      },
      chooser: (keys, onChoose) => (
        <SortFieldChooser
          offer={filters}
          candidates={offered.filter(({ scope }) => keys.includes(scopeKey(scope)))}
          onChoose={(scope) => onChoose(scopeKey(scope))}
        />
      ),
      unsorted: t("sorting.none"),
    };
    return { candidates, offer };
  }, [filters, sort]);
}
