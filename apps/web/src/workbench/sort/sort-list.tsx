import { type KeyOrder, mayAddSort, movedSort, turned } from "@postil/domain/search/sort-entries";
import { t } from "i18next";
import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { useReorder } from "../../ui/use-reorder.ts";
import type { SortOffer } from "./sort-offer.ts";
import { SortRow } from "./sort-row.tsx";

type SortListProps = {
  sort: readonly KeyOrder[];
  offer: SortOffer;
  onChange: (sort: readonly KeyOrder[]) => void;
  /** another field is wanted; in the place of this one, or of none */
  onChoose: (replaced: KeyOrder | null) => void;
};

/** The fields as they count, and a button for one more while there is one. */
export function SortList({ sort, offer, onChange, onChoose }: SortListProps) {
  const items = sort.map((entry) => ({ entry, value: entry.key, text: offer.textOf(entry.key) }));
  const reorder = useReorder({
    items,
    onMove: (from, to) => onChange(movedSort(sort, from, to)),
    onPutBack: (before) => onChange(before.map(({ entry }) => entry)),
  });
  const add = useRef<HTMLButtonElement>(null);
  // The × of a row goes with it; without a focus inside Escape would not be heard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when a row has come or gone
  useEffect(() => {
    if (document.activeElement === document.body) add.current?.focus();
  }, [sort.length]);
  return (
    <>
      {sort.length === 0 ? (
        <p className="px-4 pt-3 pb-2 text-soft">{offer.unsorted}</p>
      ) : (
        <ol aria-label={t("sorting.list")} className="p-2">
          {items.map((item, place) => (
            <SortRow
              key={item.value}
              item={item}
              place={place}
              reorder={reorder}
              onReplace={() => onChoose(item.entry)}
              onTurn={() => onChange(turned(sort, item.entry))}
              onRemove={() => onChange(sort.filter((other) => other !== item.entry))}
            />
          ))}
        </ol>
      )}
      {mayAddSort(offer.keys, sort) && (
        <footer className="border-line border-t p-2">
          <Button ref={add} data-add variant="ghost" icon={Plus} onClick={() => onChoose(null)}>
            {t(sort.length === 0 ? "sorting.add" : "sorting.addAnother")}
          </Button>
        </footer>
      )}
    </>
  );
}
