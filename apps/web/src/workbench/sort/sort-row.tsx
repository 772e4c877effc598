import type { KeyOrder } from "@postil/domain/search/sort-entries";
import { t } from "i18next";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { Grip } from "../../ui/grip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PLACE, type Reorder } from "../../ui/use-reorder.ts";

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
export function SortRow({ item, place, reorder, onReplace, onTurn, onRemove }: SortRowProps) {
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
