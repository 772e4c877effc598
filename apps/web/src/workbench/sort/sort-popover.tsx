import { type KeyOrder, mayAddSort, movedSort, turned, unusedKeys, withSort } from "@postil/domain/search/sort-entries";
import "../../lib/i18n/en/sorting.ts";
import { t } from "i18next";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Grip } from "../../ui/grip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import { PLACE, type Reorder, useReorder } from "../../ui/use-reorder.ts";
import { Level } from "../filters/level.tsx";
import { useLatePopover } from "../filters/use-late-edit.ts";

/** What records can be sorted by, as the family of their dataset offers it: each by a key of the family's own. */
export type SortOffer = {
  readonly keys: readonly string[];
  /** "Metadata, Words"; also of what the dataset no longer has. */
  readonly textOf: (key: string) => string;
  /** The list to choose one of them from. */
  readonly chooser: (keys: readonly string[], onChoose: (key: string) => void) => ReactNode;
  /** How records stand that are not sorted. */
  readonly unsorted: string;
};

/** ms from the last change until the records are asked for (design/filters.md#sort). */
const DELAY = 300;

type SortPopoverProps = OpensHere & {
  sort: readonly KeyOrder[];
  onSort: (sort: readonly KeyOrder[]) => void;
  offer: SortOffer;
};

/** The order applies by itself, and at once when the popover closes; Escape brings back what was set before it opened. */
export function SortPopover({ sort, onSort, offer, trigger, isOpen, onOpenChange }: SortPopoverProps) {
  const late = useLatePopover({ value: sort, apply: onSort, delay: DELAY, isOpen, onOpenChange });
  return (
    <Popover trigger={trigger} label={t("sorting.title")} isOpen={isOpen} onOpenChange={late.openChange}>
      <SortBuilder sort={late.draft} onChange={late.edit} onCancel={late.cancel} offer={offer} />
    </Popover>
  );
}

type SortBuilderProps = {
  sort: readonly KeyOrder[];
  onChange: (sort: readonly KeyOrder[]) => void;
  onCancel: () => void;
  offer: SortOffer;
};

/** What is being chosen: a field to add, or one in the place of another. */
type Choosing = { readonly replaced: KeyOrder | null };

/** Fields in the order in which they count: the first is the main key (FFI-11). Escape goes one level back, then cancels. */
function SortBuilder({ sort, onChange, onCancel, offer }: SortBuilderProps) {
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

type SortListProps = {
  sort: readonly KeyOrder[];
  offer: SortOffer;
  onChange: (sort: readonly KeyOrder[]) => void;
  /** another field is wanted; in the place of this one, or of none */
  onChoose: (replaced: KeyOrder | null) => void;
};

/** The fields as they count, and a button for one more while there is one. */
function SortList({ sort, offer, onChange, onChoose }: SortListProps) {
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

type SortRowProps = {
  item: { readonly entry: KeyOrder; readonly value: string; readonly text: string };
  /** from 0 */
  place: number;
  reorder: Reorder;
  onReplace: () => void;
  onTurn: () => void;
  onRemove: () => void;
};

/** Grip, field, direction, ×. */
function SortRow({ item, place, reorder, onReplace, onTurn, onRemove }: SortRowProps) {
  const { entry, text, value } = item;
  const lifted = reorder.lifted === value;
  return (
    <li
      {...{ [PLACE]: place }}
      className={cx(
        "flex h-9 items-center gap-1 rounded-control px-1 max-md:h-11",
        lifted && "bg-accent-fill fill-ring",
      )}
    >
      <button
        type="button"
        {...reorder.gripProps(item)}
        aria-label={t("sorting.drag", { field: text })}
        aria-pressed={lifted}
        className="grid size-6 flex-none cursor-grab touch-none place-items-center rounded-control text-soft hover:bg-hover active:cursor-grabbing max-md:size-11"
      >
        <Grip />
      </button>
      <button
        type="button"
        data-sort={value}
        title={text}
        aria-label={t("sorting.replace", { field: text })}
        onClick={onReplace}
        className="h-7 min-w-0 flex-1 truncate rounded-control px-2 text-left hover:bg-hover max-md:h-11"
      >
        {text}
      </button>
      <IconButton
        icon={entry.order === "asc" ? ArrowUp : ArrowDown}
        translate="no"
        label={t(`sorting.${entry.order}`, { field: text })}
        size="small"
        onClick={onTurn}
        className="text-ink max-md:size-11"
      />
      <IconButton
        icon={X}
        translate="no"
        label={t("sorting.remove", { field: text })}
        size="tiny"
        onClick={onRemove}
        className="max-md:size-11"
      />
    </li>
  );
}
