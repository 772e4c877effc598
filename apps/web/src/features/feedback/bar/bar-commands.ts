import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { ArrowUpDown, FunnelX, ListChecks, ListFilter, RectangleVertical, Search } from "lucide-react";
import { useMemo } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { type CriteriaControls, resetFilters } from "../queue/criteria-controls.ts";

export type ViewMode = "focus" | "bulk";

/** Functions that lead to each part of the bar. */
export type BarParts = { readonly search: () => void; readonly filters: () => void; readonly sort: () => void };

/** `/` belongs to the label search of the questions, so the search for records uses Alt with it (design/keys.md#labeling). */
export const searchCommand = (run: () => void): Command => ({
  id: "search.focus",
  label: t("filters.command.search"),
  icon: Search,
  section: "dataset",
  group: "look",
  shortcuts: [{ keys: "Q" }, { keys: "Alt+/" }],
  run,
});

/** Registers the commands of the bar for the palette. */
export function useBarCommands(controls: CriteriaControls, parts: BarParts, filterable: boolean): void {
  const { filters, sort, similarity } = controls.criteria;
  const commands: readonly Command[] = [
    searchCommand(parts.search),
    {
      id: "filters.toggle",
      label: t("filters.command.filters"),
      icon: ListFilter,
      section: "dataset",
      mayRun: () => filterable,
      run: parts.filters,
    },
    {
      id: "sort.open",
      label: t("filters.command.sort"),
      icon: ArrowUpDown,
      section: "dataset",
      mayRun: () => similarity === null,
      run: parts.sort,
    },
    {
      id: "filters.reset",
      label: t("filters.command.reset"),
      icon: FunnelX,
      section: "dataset",
      mayRun: () => filters.length > 0 || sort.length > 0,
      run: () => resetFilters(controls),
    },
  ];
  useCommands(commands);
}

/**
 * The commands for focus view and bulk view (FQU-02). `may`: true if the queue has records, so that the bulk view is available
 * (design/bulk.md).
 */
export function viewCommands({ show, may }: { show: (view: ViewMode) => void; may: () => boolean }) {
  const view = { row: t("toBulk.command.viewRow"), section: "dataset", group: "look", mayRun: may } as const;
  return {
    focus: {
      ...view,
      id: "view.focus",
      label: t("toBulk.command.focus"),
      icon: RectangleVertical,
      shortcuts: [{ keys: "F" }],
      run: () => show("focus"),
    },
    bulk: {
      ...view,
      id: "view.bulk",
      label: t("toBulk.command.bulk"),
      icon: ListChecks,
      shortcuts: [{ keys: "B" }],
      run: () => show("bulk"),
    },
  } as const satisfies { readonly [name: string]: Command };
}

/** The page size in a dataset without a remembered one (design/device.md#preferences). */
const FIRST_SIZE: BulkSize = 10;

/** The view mode as the bar shows it, with its keys. An empty queue offers no choice. */
export function useViewMode(
  datasetId: string,
  /** `size`: null means focus view */
  { size, there, onShow }: { size: BulkSize | null; there: boolean; onShow: (size: BulkSize | null) => void },
) {
  const [sizes] = usePreference("bulkPageSizes");
  const mode: ViewMode = size === null ? "focus" : "bulk";
  const show = useLatest((next: ViewMode) => {
    if (next !== mode) onShow(next === "focus" ? null : (sizes[datasetId] ?? FIRST_SIZE));
  });
  const may = useLatest(() => there);
  const commands = useMemo(() => viewCommands({ show, may }), [show, may]);
  useCommands(Object.values(commands));
  const focus = usePrintedKeys(commands.focus);
  const bulk = usePrintedKeys(commands.bulk);
  const modeKeys = useMemo(() => ({ focus, bulk }), [focus, bulk]);
  return { mode, onMode: there ? show : undefined, modeKeys };
}
