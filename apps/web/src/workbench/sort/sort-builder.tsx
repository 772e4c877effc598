import { type KeyOrder, unusedKeys, withSort } from "@postil/domain/search/sort-entries";
import { t } from "i18next";
import { type KeyboardEvent, useState } from "react";
import { Level } from "../filters/level.tsx";
import { SortList } from "./sort-list.tsx";
import type { SortOffer } from "./sort-offer.ts";

type SortBuilderProps = {
  sort: readonly KeyOrder[];
  onChange: (sort: readonly KeyOrder[]) => void;
  onCancel: () => void;
  offer: SortOffer;
};

/** What is being chosen: a field to add, or one in the place of another. */
type Choosing = { readonly replaced: KeyOrder | null };

/** Fields in the order in which they count: the first is the main key (FFI-11). Escape goes one level back, then cancels. */
export function SortBuilder({ sort, onChange, onCancel, offer }: SortBuilderProps) {
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const back = () => setChoosing(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // The popover would close and keep what was changed.
    event.stopPropagation();
    event.preventDefault();
    if (choosing === null) onCancel();
    else back();
  };
  const choose = (key: string) => {
    onChange(withSort(sort, key, choosing?.replaced ?? null));
    setChosen(key);
    back();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
    <div onKeyDown={onKeyDown}>
      {choosing === null ? (
        <Level key="list" wide first={chosen === null ? "[data-add]" : `[data-sort="${CSS.escape(chosen)}"]`}>
          <SortList sort={sort} offer={offer} onChange={onChange} onChoose={(replaced) => setChoosing({ replaced })} />
        </Level>
      ) : (
        <Level key="choose" title={t("sorting.choose")} onBack={back}>
          {offer.chooser(unusedKeys(offer.keys, sort, choosing.replaced), choose)}
        </Level>
      )}
    </div>
  );
}
