import "../../../lib/i18n/en/bulk-view.ts";
import { t } from "i18next";
import { ArrowDown, ArrowUp, CheckCheck, SquareCheck, SquareX } from "lucide-react";
import type { Command, CommandEntry } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";

type BulkHandlers = {
  readonly move: (step: 1 | -1) => void;
  readonly toggle: () => void;
  readonly range: () => void;
  readonly page: () => void;
  readonly clear: () => void;
  readonly may: () => { readonly select: boolean; readonly clear: boolean };
};

/** Registers the commands of the list in the bulk view (design/keys.md#bulk). */
export function useBulkCommands(handlers: BulkHandlers): void {
  useCommands([...Object.values(bulkCommands(handlers)), arrowsNote()]);
}

export function bulkCommands(handlers: BulkHandlers) {
  const bulk = { section: "record", group: "bulk" } as const;
  const cursor = { row: t("bulk.command.cursor"), group: "bulk", repeats: true } as const;
  const select = () => handlers.may().select;
  return {
    down: {
      ...cursor,
      id: "bulk.down",
      label: t("bulk.command.down"),
      icon: ArrowDown,
      shortcuts: [{ keys: "J" }],
      run: () => handlers.move(1),
    },
    up: {
      ...cursor,
      id: "bulk.up",
      label: t("bulk.command.up"),
      icon: ArrowUp,
      shortcuts: [{ keys: "K" }],
      run: () => handlers.move(-1),
    },
    toggle: {
      ...bulk,
      id: "bulk.toggle",
      label: t("bulk.command.toggle"),
      icon: SquareCheck,
      shortcuts: [{ keys: "X" }],
      mayRun: select,
      run: handlers.toggle,
    },
    range: {
      ...bulk,
      id: "bulk.range",
      label: t("bulk.command.range"),
      icon: CheckCheck,
      shortcuts: [{ keys: "Shift+X" }],
      mayRun: select,
      run: handlers.range,
    },
    page: {
      ...bulk,
      id: "bulk.page",
      label: t("bulk.command.page"),
      icon: CheckCheck,
      shortcuts: [{ keys: "Mod+A" }],
      mayRun: select,
      run: handlers.page,
    },
    clear: {
      ...bulk,
      id: "bulk.clear",
      label: t("bulk.command.clear"),
      icon: SquareX,
      shortcuts: [{ keys: "Escape" }],
      mayRun: () => handlers.may().clear,
      run: handlers.clear,
    },
  } as const satisfies { readonly [name: string]: Command };
}

/** The list handles these keys itself while it has the focus. */
export function arrowsNote(): CommandEntry {
  return { id: "bulk.arrows", label: t("bulk.command.arrows"), group: "bulk", keys: ["ArrowDown", "ArrowUp"] };
}
