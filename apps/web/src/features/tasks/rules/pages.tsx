import { t } from "i18next";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { Pager } from "../list/pager.tsx";
import { useRulesMode } from "./rules-mode.ts";

type PagesProps = { page: number; last: number; shown: number; total: number };

/** The way through a list that is all there. */
export function Pages({ page, last, shown, total }: PagesProps) {
  const { size, turn } = useRulesMode();
  useCommands([
    {
      ...{ id: "rules.pages.next", label: t("tasks.command.nextPage"), group: "move" },
      shortcuts: [{ keys: "ArrowRight" }],
      mayRun: () => page < last,
      run: () => turn({ page: page + 1 }),
    },
    {
      ...{ id: "rules.pages.previous", label: t("tasks.command.previousPage"), group: "move" },
      shortcuts: [{ keys: "ArrowLeft" }],
      mayRun: () => page > 1,
      run: () => turn({ page: page - 1 }),
    },
  ]);
  return (
    <footer className="@container/pages -mx-6 flex-none max-md:mx-0">
      <Pager {...{ page, last, size, shown, total }} onChange={turn} />
    </footer>
  );
}
