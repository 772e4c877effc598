import { type Scope, type SortEntry, scopeKey } from "@postil/domain/search/record-criteria";
import type { KeyOrder } from "@postil/domain/search/sort-entries";
import { candidateOf, SORT_CATEGORIES, type SortCandidate, sortCandidates } from "@postil/domain/search/sort-offer";
import { useEmptyProperties } from "./scope-chooser.tsx";
import { type FilterOffer, useFilterOffer } from "./use-filter-offer.ts";
import "../../../lib/i18n/en/filter-editing.ts";
import { t } from "i18next";
import { useMemo } from "react";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { ScopeList } from "../../../workbench/search/popover-parts.tsx";
import { type SortOffer, SortPopover } from "../../../workbench/search/sort-popover.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";

export type SortPopoverProps = { datasetId: string; controls: CriteriaControls };

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

/** Includes sort fields that the dataset no longer has: they are shown by name and can be removed. */
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

type SortFieldChooserProps = {
  offer: FilterOffer;
  candidates: readonly SortCandidate[];
  onChoose: (scope: Scope) => void;
};

/** The fields that are not sorted by yet, by category; properties without values are marked (design/filters.md#sort). */
function SortFieldChooser({ offer, candidates, onChoose }: SortFieldChooserProps) {
  const properties = offer.properties.state === "ready" ? offer.properties.items : [];
  const isEmpty = useEmptyProperties(offer.datasetId, properties);
  const sections = SORT_CATEGORIES.map((category) => ({
    title: t(`sorting.category.${category}`),
    items: candidates
      .filter((candidate) => candidate.category === category)
      .map((candidate) => ({
        key: scopeKey(candidate.scope),
        title: candidate.title ?? sortText(candidate),
        note: candidate.scope.entity === "suggestion" ? t(`sorting.side.${candidate.scope.property}`) : undefined,
        reason:
          candidate.scope.entity === "metadata" && isEmpty(candidate.scope.property) ? t("words.noValues") : undefined,
      })),
  }));
  return (
    <ScopeList
      label={t("sorting.choose")}
      sections={sections}
      onChoose={(key) => {
        const chosen = candidates.find(({ scope }) => scopeKey(scope) === key);
        if (chosen !== undefined) onChoose(chosen.scope);
      }}
    />
  );
}

/** "Added", "Metadata, Words", "Suggestion score, Is it clear?" */
function sortText({ scope, title }: SortCandidate): string {
  const named = { title: title ?? "" };
  switch (scope.entity) {
    case "record":
      return t(`sorting.field.${scope.property}`);
    case "metadata":
      return t("sorting.field.metadata", named);
    case "suggestion":
      return t(`sorting.field.${scope.property}`, named);
    case "response":
      return t("sorting.field.response", named);
  }
}
