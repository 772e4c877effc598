import { t } from "i18next";
import { ArrowUpDown } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../../ui/button.tsx";
import { textLinkClass } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { SortPopoverProps } from "../filters/sort-popover.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { ViewMode } from "./bar-commands.ts";

/** The row of filters below the bar. */
export const FilterRow = lazyPart(() => import("../filters/filter-row.tsx"));

export type BarProps = {
  datasetId: string;
  controls: CriteriaControls;
  /** the place at the right for a note about the record on screen (`InBar`) */
  noteRef: (place: HTMLElement | null) => void;
  /** the menu of saved views */
  views?: ReactNode;
  /** focus: one record at a time; bulk: a list of records. Without `onMode` there is no choice. */
  mode?: ViewMode;
  onMode?: ((mode: ViewMode) => void) | undefined;
  /** the keys that choose a mode, as `KeyCap` prints them */
  modeKeys?: { readonly [Mode in ViewMode]?: string | undefined };
};

/** Switches between one record at a time and a list of records. */
export function ViewSwitch(props: { mode: ViewMode; onMode: (mode: ViewMode) => void; keys?: BarProps["modeKeys"] }) {
  const { mode, onMode, keys = {} } = props;
  return (
    <div className="flex-none">
      <SegmentedControl
        label={t("filters.view.label")}
        options={[
          { value: "focus", label: t("filters.view.focus"), keys: keys.focus },
          { value: "bulk", label: t("filters.view.bulk"), keys: keys.bulk },
        ]}
        value={mode}
        onChange={onMode}
      />
    </div>
  );
}

const SortPopover = onDemand("dialog", () => import("../filters/sort-popover.tsx").then((m) => m.FeedbackSortPopover));

/** The sort order of the records. It is disabled during a similarity search, which has its own order (FFI-26). */
export function SortButton({ datasetId, controls }: SortPopoverProps) {
  const { sort, similarity } = controls.criteria;
  if (similarity !== null) {
    const why = t("filters.sort.resting");
    return (
      <Tooltip text={why}>
        <Button variant="quiet" icon={ArrowUpDown} inactive onClick={() => announce(why)}>
          {t("filters.sort.button")}
        </Button>
      </Tooltip>
    );
  }
  const count = sort.length;
  const trigger = (
    <Button
      variant="quiet"
      icon={ArrowUpDown}
      on={count > 0}
      {...(count > 0 ? { "aria-label": t("words.sort", { count }) } : {})}
    >
      {t("filters.sort.button")} {count > 0 && <span className="tabular-nums">{count}</span>}
    </Button>
  );
  return <SortPopover trigger={trigger} datasetId={datasetId} controls={controls} />;
}

/** The element of the bar for a note. Null while there is no bar. */
export const NotePlace = createContext<HTMLElement | null>(null);

/** Shows a note in the bar. The bar stays when the record changes, but the note about the record goes. */
export function InBar({ children }: { children: ReactNode }) {
  const place = use(NotePlace);
  return place === null ? null : createPortal(children, place);
}

/**
 * A note about the record on screen, at the right of the bar, so nothing moves when it comes or goes. It tells that an earlier
 * draft is in the form (design/annotation.md#drafts), or that another tab changed the record (design/annotation.md#two-tabs).
 */
export function Note({ action, onAction, children }: { action: string; onAction: () => void; children: ReactNode }) {
  return (
    <p className="flex min-w-0 gap-2 text-small">
      <span className="truncate text-soft">{children}</span>
      <button type="button" onClick={onAction} className={`${textLinkClass} whitespace-nowrap`}>
        {action}
      </button>
    </p>
  );
}
