import { t } from "i18next";
import { ArrowUpDown, FunnelX, ListFilter, Search } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { resetFilters } from "../queue/reset.ts";

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
