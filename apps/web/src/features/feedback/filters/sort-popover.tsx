import { candidateOf, sortCandidates } from "@postil/domain/search/sort-offer";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import type { SortPopoverProps } from "../../../workbench/bar/find-offer.ts";
import type { SortOffer } from "../../../workbench/sort/sort-offer.ts";
import { SortPopover } from "../../../workbench/sort/sort-popover.tsx";
import { SortFieldChooser } from "./sort-field-chooser.tsx";
import { sortText } from "./sort-text.ts";
import { type FilterOffer, useFilterOffer } from "./use-filter-offer.ts";

/** The order of the records of a feedback dataset (FFI-10, FFI-11). */
export function FeedbackSortPopover({ datasetId, ...opening }: SortPopoverProps & OpensHere) {
  return <SortPopover offer={useSortOffer(useFilterOffer(datasetId))} {...opening} />;
}

function useSortOffer(offer: FilterOffer): SortOffer {
  const { t } = useTranslation();
  return useMemo(() => {
    const { questions, properties } = offer;
    const candidates = sortCandidates({
      questions: questions.state === "ready" ? questions.items : [],
      properties: properties.state === "ready" ? properties.items : [],
    });
    return {
      candidates,
      textOf: (entry) => sortText(t, candidateOf(candidates, entry)),
      chooser: (scopes, onChoose) => (
        <SortFieldChooser
          offer={offer}
          candidates={candidates.filter(({ scope }) => scopes.includes(scope))}
          onChoose={onChoose}
        />
      ),
    };
  }, [t, offer]);
}
