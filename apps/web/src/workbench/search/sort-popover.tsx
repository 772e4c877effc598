import { type KeyOrder, mayAddSort, movedSort, turned, unusedKeys, withSort } from "@postil/domain/search/sort-entries";
import "../../lib/i18n/en/search.ts";
import { t } from "i18next";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import { GripButton, PLACE, type Reorder, useReorder } from "../../ui/reorder.tsx";
import { Level } from "./popover-parts.tsx";
import { useLatePopover } from "./use-late-edit.ts";

/** The sort fields of a family. The family defines the keys. */
export type SortOffer = {
  readonly keys: readonly string[];
  /** "Metadata, Words". Also for a key that the dataset no longer has. */
  readonly textOf: (key: string) => string;
  /** Renders the list to choose a key from. */
  readonly chooser: (keys: readonly string[], onChoose: (key: string) => void) => ReactNode;
  /** The text about the order without sort fields. */
  readonly unsorted: string;
};

/** Time from the last change until the records are requested, ms (design/filters.md#sort). */
const DELAY = 300;

type SortProps = {
  sort: readonly KeyOrder[];
  onSort: (sort: readonly KeyOrder[]) => void;
  offer: SortOffer;
};

/** Changes apply after a moment, and at once when the popover closes. Escape restores the order from before it opened. */
export function SortPopover({ sort, onSort, offer, trigger, isOpen, onOpenChange }: SortProps & OpensHere) {
  const late = useLatePopover({ value: sort, apply: onSort, delay: DELAY, isOpen, onOpenChange });
  return (
    <Popover trigger={trigger} label={t("sorting.title")} isOpen={isOpen} onOpenChange={late.openChange}>
      <SortBuilder sort={late.draft} onSort={late.edit} onCancel={late.cancel} offer={offer} />
    </Popover>
  );
}

/** The choice in progress: a new field, or a replacement for `replaced`. */
type Choosing = { readonly replaced: KeyOrder | null };

/** The fields by priority: the first is the main key (FFI-11). Escape goes one level back, then cancels. */
function SortBuilder({ sort, onSort, onCancel, offer }: SortProps & { onCancel: () => void }) {
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const back = () => setChoosing(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // Otherwise the popover would close and keep the changes.
    event.stopPropagation();
    event.preventDefault();
    if (choosing === null) onCancel();
    else back();
  };
  const choose = (key: string) => {
    onSort(withSort(sort, key, choosing?.replaced ?? null));
    setChosen(key);
    back();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
    <div onKeyDown={onKeyDown}>
      {choosing === null ? (
        <Level key="list" wide first={chosen === null ? "[data-add]" : `[data-sort="${CSS.escape(chosen)}"]`}>
          <SortList sort={sort} offer={offer} onSort={onSort} onChoose={(replaced) => setChoosing({ replaced })} />
        </Level>
      ) : (
        <Level key="choose" title={t("sorting.choose")} onBack={back}>
          {offer.chooser(unusedKeys(offer.keys, sort, choosing.replaced), choose)}
        </Level>
      )}
    </div>
  );
}

type SortListProps = SortProps & {
  /** opens the choice of a field, which replaces this one; null: adds a field */
  onChoose: (replaced: KeyOrder | null) => void;
};

/** The fields by priority, with a button to add one while there are more. */
function SortList({ sort, offer, onSort, onChoose }: SortListProps) {
  const items = sort.map((entry) => ({ entry, value: entry.key, text: offer.textOf(entry.key) }));
  const reorder = useReorder({
    items,
    onMove: (from, to) => onSort(movedSort(sort, from, to)),
    onPutBack: (before) => onSort(before.map(({ entry }) => entry)),
  });
  const add = useRef<HTMLButtonElement>(null);
  // The × button is removed with its row. Escape works only while the focus is inside.
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
              onTurn={() => onSort(turned(sort, item.entry))}
              onRemove={() => onSort(sort.filter((other) => other !== item.entry))}
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
      <GripButton reorder={reorder} item={item} label={t("sorting.drag", { field: text })} />
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
