import type { SortEntry } from "@postil/domain/search/search-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import { useLateEdit } from "../filters/use-late-edit.ts";
import { SortBuilder } from "./sort-builder.tsx";
import type { SortOffer } from "./sort-offer.ts";

/** ms from the last change until the records are asked for (design/filters.md#sort). */
const DELAY = 300;

type SortPopoverProps = OpensHere & { controls: CriteriaControls; offer: SortOffer };

/** The order applies by itself, and at once when the popover closes; Escape brings back what was set before it opened. */
export function SortPopover({ controls, offer, trigger, isOpen, onOpenChange }: SortPopoverProps) {
  const { t } = useTranslation();
  const { criteria, change } = controls;
  const apply = (sort: readonly SortEntry[]) => change((before) => ({ ...before, sort }));
  const { draft, edit, finish, drop } = useLateEdit({ value: criteria.sort, apply, delay: DELAY });
  const before = useBefore(isOpen, criteria.sort);
  const openChange = (open: boolean) => {
    if (!open) finish();
    onOpenChange(open);
  };
  const cancel = () => {
    drop();
    if (JSON.stringify(before) !== JSON.stringify(criteria.sort)) apply(before);
    onOpenChange(false);
  };
  return (
    <Popover trigger={trigger} label={t("filters.sort.title")} isOpen={isOpen} onOpenChange={openChange}>
      <SortBuilder sort={draft} onChange={edit} onCancel={cancel} offer={offer} />
    </Popover>
  );
}

/** The order as it was when the popover opened. */
function useBefore(isOpen: boolean, sort: readonly SortEntry[]): readonly SortEntry[] {
  const [before, setBefore] = useState({ isOpen, sort });
  const latest = useRef(sort);
  latest.current = sort;
  if (before.isOpen !== isOpen) setBefore({ isOpen, sort: latest.current });
  return before.sort;
}
