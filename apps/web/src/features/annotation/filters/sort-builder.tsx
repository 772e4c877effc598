import { scopeKey } from "@postil/domain/record-criteria";
import type { SortEntry } from "@postil/domain/search-query";
import {
  candidateOf,
  mayAddSort,
  movedSort,
  SORT_CATEGORIES,
  type SortCandidate,
  sortCandidates,
  turned,
  unusedCandidates,
  withSort,
} from "@postil/domain/sort-offer";
import { Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { useReorder } from "../../../ui/use-reorder.ts";
import { Level } from "./level.tsx";
import { useEmptyProperties } from "./scope-chooser.tsx";
import { ScopeList } from "./scope-list.tsx";
import { SortRow } from "./sort-row.tsx";
import { sortText } from "./sort-text.ts";
import type { FilterOffer } from "./use-filter-offer.ts";

type SortBuilderProps = {
  sort: readonly SortEntry[];
  onChange: (sort: readonly SortEntry[]) => void;
  onCancel: () => void;
  offer: FilterOffer;
};

/** What is being chosen: a field to add, or one in the place of another. */
type Choosing = { readonly replaced: SortEntry | null };

/** Fields in the order in which they count: the first is the main key (FFI-11). */
export function SortBuilder({ sort, onChange, onCancel, offer }: SortBuilderProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const [touched, setTouched] = useState<string | null>(null);
  const candidates = useMemo(() => candidatesOf(offer), [offer]);
  const items = sort.map((entry) => ({
    entry,
    value: scopeKey(entry.scope),
    text: sortText(t, candidateOf(candidates, entry)),
  }));
  const reorder = useReorder({
    items,
    onMove: (from, to) => onChange(movedSort(sort, from, to)),
    onPutBack: (before) => onChange(before.map(({ entry }) => entry)),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // The popover would close and keep what was changed.
    event.stopPropagation();
    event.preventDefault();
    if (choosing === null) onCancel();
    else setChoosing(null);
  };
  const back = () => setChoosing(null);
  const root = useRef<HTMLDivElement>(null);
  // The × of a row goes with it; without a focus inside Escape would not be heard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when a row has come or gone
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  }, [sort.length]);
  if (choosing !== null) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
      <div onKeyDown={onKeyDown}>
        <Level key="choose" title={t("filters.sort.choose")} onBack={back}>
          <FieldChooser
            offer={offer}
            candidates={unusedCandidates(candidates, sort, choosing.replaced)}
            onChoose={({ scope }) => {
              onChange(withSort(sort, scope, choosing.replaced));
              setTouched(scopeKey(scope));
              back();
            }}
          />
        </Level>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
    <div ref={root} onKeyDown={onKeyDown}>
      <Level key="list" wide first={touched === null ? "[data-add]" : `[data-sort="${CSS.escape(touched)}"]`}>
        {sort.length === 0 ? (
          <p className="px-4 pt-3 pb-2 text-soft">{t("filters.sort.none")}</p>
        ) : (
          <ol aria-label={t("filters.sort.list")} className="p-2">
            {items.map((item, place) => (
              <SortRow
                key={item.value}
                item={item}
                place={place}
                reorder={reorder}
                onReplace={() => setChoosing({ replaced: item.entry })}
                onTurn={() => onChange(turned(sort, item.entry))}
                onRemove={() => onChange(sort.filter((other) => other !== item.entry))}
              />
            ))}
          </ol>
        )}
        {mayAddSort(candidates, sort) && (
          <footer className="border-line border-t p-2">
            <Button data-add variant="ghost" icon={Plus} onClick={() => setChoosing({ replaced: null })}>
              {t(sort.length === 0 ? "filters.sort.add" : "filters.sort.addAnother")}
            </Button>
          </footer>
        )}
      </Level>
    </div>
  );
}

function candidatesOf({ questions, properties }: FilterOffer): readonly SortCandidate[] {
  return sortCandidates({
    questions: questions.state === "ready" ? questions.items : [],
    properties: properties.state === "ready" ? properties.items : [],
  });
}

type FieldChooserProps = {
  offer: FilterOffer;
  candidates: readonly SortCandidate[];
  onChoose: (candidate: SortCandidate) => void;
};

/** What is not sorted by yet, by category; properties without values say so (screens 5.4). */
function FieldChooser({ offer, candidates, onChoose }: FieldChooserProps) {
  const { t } = useTranslation();
  const properties = offer.properties.state === "ready" ? offer.properties.items : [];
  const isEmpty = useEmptyProperties(offer.datasetId, properties);
  const sections = SORT_CATEGORIES.map((category) => ({
    title: t(`filters.sort.category.${category}`),
    items: candidates
      .filter((candidate) => candidate.category === category)
      .map((candidate) => ({
        key: scopeKey(candidate.scope),
        title: candidate.title ?? sortText(t, candidate),
        note: candidate.scope.entity === "suggestion" ? t(`filters.sort.side.${candidate.scope.property}`) : undefined,
        reason:
          candidate.scope.entity === "metadata" && isEmpty(candidate.scope.property)
            ? t("filters.noValues")
            : undefined,
      })),
  }));
  return (
    <ScopeList
      label={t("filters.sort.choose")}
      sections={sections}
      onChoose={(key) => {
        const chosen = candidates.find(({ scope }) => scopeKey(scope) === key);
        if (chosen !== undefined) onChoose(chosen);
      }}
    />
  );
}
