import { scopeKey } from "@postil/domain/search/record-criteria";
import type { Scope } from "@postil/domain/search/search-query";
import { SORT_CATEGORIES, type SortCandidate } from "@postil/domain/search/sort-offer";
import { t } from "i18next";
import "../../../lib/i18n/en/filter-editing.ts";
import { ScopeList } from "../../../workbench/filters/scope-list.tsx";
import { useEmptyProperties } from "./scope-chooser.tsx";
import { sortText } from "./sort-text.ts";
import type { FilterOffer } from "./use-filter-offer.ts";

type SortFieldChooserProps = {
  offer: FilterOffer;
  candidates: readonly SortCandidate[];
  onChoose: (scope: Scope) => void;
};

/** What is not sorted by yet, by category; properties without values say so (design/filters.md#sort). */
export function SortFieldChooser({ offer, candidates, onChoose }: SortFieldChooserProps) {
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
          candidate.scope.entity === "metadata" && isEmpty(candidate.scope.property)
            ? t("filterEditing.noValues")
            : undefined,
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
