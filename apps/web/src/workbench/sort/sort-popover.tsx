import type { KeyOrder } from "@postil/domain/search/sort-entries";
import { t } from "i18next";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import { useLatePopover } from "../filters/use-late-popover.ts";
import "../../lib/i18n/en/sorting.ts";
import { SortBuilder } from "./sort-builder.tsx";
import type { SortOffer } from "./sort-offer.ts";

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
