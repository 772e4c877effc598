import { ListFilter } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import { InHeader } from "../../ui/in-header.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useBarCommands } from "./bar-commands.ts";
import type { BarProps } from "./bar-props.ts";

const FilterSheet = lazyPart(() => import("./filter-sheet.tsx"));

/** The bar of a phone: an icon in the header that opens everything as a sheet; a dot says that something is on. Lazily loaded. */
export default function PhoneBar(props: BarProps) {
  const { t } = useTranslation();
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
      <InHeader slot="actions">
        <span className="relative inline-grid">
          <IconButton
            icon={ListFilter}
            label={t(active ? "filters.phone.openActive" : "filters.phone.open")}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          />
          {active && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-2 right-2 size-1.5 rounded-full bg-accent"
            />
          )}
        </span>
      </InHeader>
      {props.controls.retry && <InlineError message={t("annotation.queue.failed")} onRetry={props.controls.retry} />}
      <div ref={props.noteRef} />
      {open && <FilterSheet {...props} onClose={() => setOpen(false)} whenMissing={() => setOpen(false)} />}
    </div>
  );
}
