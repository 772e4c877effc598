import { RESET_SEARCH } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { ArrowUpDown, FunnelX, Search } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import type { QueryPage } from "./query-page.ts";

export const searchCommand = (run: () => void): Command => ({
  id: "taskQuery.search",
  label: t("taskQuery.command.search"),
  icon: Search,
  section: "dataset",
  group: "look",
  // Where there are many labels, the slash alone finds labels.
  shortcuts: [{ keys: "Q" }, { keys: "/" }, { keys: "Alt+/" }],
  run,
});

/** The commands search, order and new search (TSE-10), for the palette. */
export function useQueryCommands({ changeView }: QueryPage, toSearch: () => void, toSort: () => void): void {
  useCommands([
    searchCommand(toSearch),
    { id: "taskQuery.sort", label: t("taskQuery.command.sort"), icon: ArrowUpDown, section: "dataset", run: toSort },
    {
      id: "taskQuery.reset",
      label: t("taskQuery.command.reset"),
      icon: FunnelX,
      section: "dataset",
      run: () => changeView(RESET_SEARCH),
    },
  ]);
}
