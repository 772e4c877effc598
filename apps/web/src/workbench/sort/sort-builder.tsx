import { scopeKey } from "@postil/domain/search/record-criteria";
import type { SortEntry } from "@postil/domain/search/search-query";
import { type SortCandidate, sortCandidates, unusedCandidates, withSort } from "@postil/domain/search/sort-offer";
import { type KeyboardEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FilterOffer } from "../../features/feedback/filters/use-filter-offer.ts";
import { Level } from "../filters/level.tsx";
import { SortFieldChooser } from "./sort-field-chooser.tsx";
import { SortList } from "./sort-list.tsx";

type SortBuilderProps = {
  sort: readonly SortEntry[];
  onChange: (sort: readonly SortEntry[]) => void;
  onCancel: () => void;
  offer: FilterOffer;
};

/** What is being chosen: a field to add, or one in the place of another. */
type Choosing = { readonly replaced: SortEntry | null };

/** Fields in the order in which they count: the first is the main key (FFI-11). Escape goes one level back, then cancels. */
export function SortBuilder({ sort, onChange, onCancel, offer }: SortBuilderProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const candidates = useMemo(() => candidatesOf(offer), [offer]);
  const back = () => setChoosing(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // The popover would close and keep what was changed.
    event.stopPropagation();
    event.preventDefault();
    if (choosing === null) onCancel();
    else back();
  };
  const choose = ({ scope }: SortCandidate) => {
    onChange(withSort(sort, scope, choosing?.replaced ?? null));
    setChosen(scopeKey(scope));
    back();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
    <div onKeyDown={onKeyDown}>
      {choosing === null ? (
        <Level key="list" wide first={chosen === null ? "[data-add]" : `[data-sort="${CSS.escape(chosen)}"]`}>
          <SortList
            sort={sort}
            candidates={candidates}
            onChange={onChange}
            onChoose={(replaced) => setChoosing({ replaced })}
          />
        </Level>
      ) : (
        <Level key="choose" title={t("filters.sort.choose")} onBack={back}>
          <SortFieldChooser
            offer={offer}
            candidates={unusedCandidates(candidates, sort, choosing.replaced)}
            onChoose={choose}
          />
        </Level>
      )}
    </div>
  );
}

function candidatesOf({ questions, properties }: FilterOffer): readonly SortCandidate[] {
  return sortCandidates({
    questions: questions.state === "ready" ? questions.items : [],
    properties: properties.state === "ready" ? properties.items : [],
  });
}
