import { t } from "i18next";
import { useMemo, useState } from "react";
import "../../../lib/i18n/en/search.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { PhoneFiltersButton } from "../../../workbench/search/phone-filters-button.tsx";
import { useBarCommands } from "./bar-commands.ts";
import type { BarProps } from "./bar-parts.tsx";

const FilterSheet = lazyPart(() => import("./filter-sheet.tsx"));

/**
 * The bar on a phone: an icon in the header that opens everything as a sheet. A dot shows that a search, filter or order is
 * active. Lazily loaded.
 */
export default function PhoneBar(props: BarProps) {
  const [open, setOpen] = useState(false);
  const { text, filters, sort } = props.controls.criteria;
  const active = text !== null || filters.length > 0 || sort.length > 0;
  const parts = useMemo(() => {
    const show = () => setOpen(true);
    return { search: show, filters: show, sort: show };
  }, []);
  useBarCommands(props.controls, parts, true);
  return (
    <div className="px-4">
      <PhoneFiltersButton
        label={t(active ? "words.searchActive" : "words.search")}
        active={active}
        isOpen={open}
        onOpen={() => setOpen(true)}
      />
      {props.controls.retry && <InlineError message={t("annotation.queue.failed")} onRetry={props.controls.retry} />}
      <div ref={props.noteRef} role="status" />
      {open && <FilterSheet {...props} onClose={() => setOpen(false)} whenMissing={() => setOpen(false)} />}
    </div>
  );
}
