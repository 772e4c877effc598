import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { ArrowUpDown, FunnelX, ListChecks, ListFilter, type LucideIcon, RectangleVertical, Search } from "lucide-react";
import { useMemo } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import type { Keys } from "../../../lib/commands/keys-here.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { type CriteriaControls, resetFilters } from "../queue/criteria-controls.ts";

export type ViewMode = "focus" | "bulk";

/** Functions that lead to each part of the bar. */
export type BarParts = { readonly search: () => void; readonly filters: () => void; readonly sort: () => void };

/** `/` belongs to the label search of the questions, so the search for records uses Alt with it (design/keys.md#labeling). */
export const searchCommand = (run: () => void): Command => ({
  ...{ id: "search.focus", label: t("filters.command.search"), icon: Search, run },
  ...{ section: "dataset", group: "look", shortcuts: [{ keys: "Q" }, { keys: "Alt+/" }] },
});

export function useBarCommands(controls: CriteriaControls, parts: BarParts, filterable: boolean): void {
  const { filters, sort, similarity } = controls.criteria;
  const act = (id: string, name: "filters" | "sort" | "reset", icon: LucideIcon, may: boolean, run: () => void) =>
    ({ id, label: t(`filters.command.${name}`), icon, section: "dataset", mayRun: () => may, run }) as const;
  useCommands([
    searchCommand(parts.search),
    act("filters.toggle", "filters", ListFilter, filterable, parts.filters),
    act("sort.open", "sort", ArrowUpDown, similarity === null, parts.sort),
    act("filters.reset", "reset", FunnelX, filters.length > 0 || sort.length > 0, () => resetFilters(controls)),
  ]);
}

/**
 * The commands for focus view and bulk view (FQU-02). `may`: true if the queue has records, so that the bulk view is available
 * (design/bulk.md).
 */
export function viewCommands({ show, may }: { show: (view: ViewMode) => void; may: () => boolean }) {
  const row = t("toBulk.command.viewRow");
  const view = (name: ViewMode, icon: LucideIcon, keys: Keys): Command => ({
    ...{ id: `view.${name}`, label: t(`toBulk.command.${name}`), icon, row, shortcuts: [{ keys }] },
    ...{ section: "dataset", group: "look", mayRun: may, run: () => show(name) },
  });
  return { focus: view("focus", RectangleVertical, "F"), bulk: view("bulk", ListChecks, "B") };
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
