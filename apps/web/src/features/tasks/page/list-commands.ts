import { t } from "i18next";
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Ban,
  Check,
  CheckCheck,
  Eraser,
  type LucideIcon,
  PanelRight,
  Redo2,
  RotateCcw,
  RotateCw,
  SquareCheck,
  Undo2,
} from "lucide-react";
import { createContext, useContext, useLayoutEffect, useMemo, useRef } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";

const ICONS: { readonly [N in ListCommandName]: LucideIcon } = {
  previousPage: ArrowLeft,
  nextPage: ArrowRight,
  up: ArrowUp,
  down: ArrowDown,
  toggle: SquareCheck,
  selectPage: CheckCheck,
  validate: Check,
  discard: Ban,
  clear: Eraser,
  reset: RotateCcw,
  undo: Undo2,
  redo: Redo2,
  panel: PanelRight,
  refresh: RotateCw,
};

type ListCommands = { readonly [N in ListCommandName]: Command };
export type ListHandlers = { readonly [N in ListCommandName]: () => void } & {
  readonly may: (name: ListCommandName) => boolean;
};

/** What can be done on the page with the list, the cursor record and the pages (design/tasks.md#keys). */
export function useNewListCommands(handlers: ListHandlers): ListCommands {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const commands = useMemo(() => {
    const wanted = listEntries();
    const bound = LIST_COMMAND_NAMES.map((name) => [
      name,
      { ...wanted[name], icon: ICONS[name], mayRun: () => latest.current.may(name), run: () => latest.current[name]() },
    ]);
    // One for each name.
    return Object.fromEntries(bound) as ListCommands;
  }, []);
  useCommands(Object.values(commands));
  return commands;
}

export const ListCommandsContext = createContext<ListCommands | null>(null);

export function useListCommands(): ListCommands {
  const commands = useContext(ListCommandsContext);
  if (commands === null) throw new Error("This part belongs to a list of records");
  return commands;
}

const LIST_COMMAND_NAMES = [
  "previousPage",
  "nextPage",
  "up",
  "down",
  "toggle",
  "selectPage",
  "validate",
  "discard",
  "clear",
  "reset",
  "undo",
  "redo",
  "panel",
  "refresh",
] as const;
type ListCommandName = (typeof LIST_COMMAND_NAMES)[number];

/** What can be done on the page of a task dataset, without what it does and how it looks there. */
export function listEntries(): { readonly [N in ListCommandName]: Omit<Command, "run" | "icon"> } {
  const record = { section: "record", group: "save" } as const;
  const pages = { section: "record", group: "move", row: t("tasks.command.pages"), repeats: true } as const;
  const cursor = { group: "move", row: t("tasks.command.cursor"), repeats: true } as const;
  const select = { section: "record", group: "bulk" } as const;
  const back = { section: "record", group: "save", row: t("annotation.command.undoRow") } as const;
  const named = (name: Exclude<ListCommandName, "undo" | "redo">) => ({
    id: `tasks.${name}`,
    label: t(`tasks.command.${name}`),
  });
  return {
    previousPage: {
      ...pages,
      ...named("previousPage"),
      shortcuts: [{ keys: "ArrowLeft" }, { keys: "Mod+ArrowLeft" }],
    },
    nextPage: {
      ...pages,
      ...named("nextPage"),
      shortcuts: [{ keys: "ArrowRight" }, { keys: "Mod+ArrowRight" }],
    },
    up: { ...cursor, ...named("up"), shortcuts: [{ keys: "K" }] },
    down: { ...cursor, ...named("down"), shortcuts: [{ keys: "J" }] },
    toggle: { ...select, ...named("toggle"), shortcuts: [{ keys: "X" }] },
    selectPage: { ...select, ...named("selectPage"), shortcuts: [{ keys: "Mod+A" }] },
    validate: {
      ...record,
      ...named("validate"),
      shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter" }],
    },
    discard: {
      ...record,
      ...named("discard"),
      shortcuts: [{ keys: "Backspace", restsAfterTyping: true }],
    },
    clear: { ...record, ...named("clear"), shortcuts: [{ keys: "Shift+Space" }] },
    // Not Escape: that steps out, and whoever presses it once too often would lose their edits.
    reset: { ...record, ...named("reset"), shortcuts: [{ keys: "R" }] },
    undo: {
      ...back,
      id: "history.undo",
      label: t("annotation.command.undo"),
      shortcuts: [{ keys: "Mod+Z" }],
    },
    redo: {
      ...back,
      id: "history.redo",
      label: t("annotation.command.redo"),
      shortcuts: [{ keys: "Mod+Shift+Z" }, { keys: "Mod+Y" }],
    },
    panel: { section: "dataset", group: "look", ...named("panel"), shortcuts: [{ keys: "P" }] },
    refresh: { section: "dataset", ...named("refresh") },
  };
}
