import type { TFunction } from "i18next";
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Ban,
  Check,
  CheckCheck,
  Eraser,
  PanelRight,
  Redo2,
  RotateCcw,
  RotateCw,
  SquareCheck,
  Undo2,
} from "lucide-react";
import { createContext, useContext, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";

const NAMES = [
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
type Name = (typeof NAMES)[number];

export type ListCommands = { readonly [N in Name]: Command };
export type ListHandlers = { readonly [N in Name]: () => void } & { readonly may: (name: Name) => boolean };

/** What can be done on the page with the list, the cursor record and the pages (design/tasks.md#keys). */
export function useNewListCommands(handlers: ListHandlers): ListCommands {
  const { t } = useTranslation();
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const commands = useMemo(() => {
    const wanted = listCommands(t);
    const bound = NAMES.map((name) => [
      name,
      { ...wanted[name], mayRun: () => latest.current.may(name), run: () => latest.current[name]() },
    ]);
    // One for each name.
    return Object.fromEntries(bound) as ListCommands;
  }, [t]);
  useCommands(Object.values(commands));
  return commands;
}

export const ListCommandsContext = createContext<ListCommands | null>(null);

export function useListCommands(): ListCommands {
  const commands = useContext(ListCommandsContext);
  if (commands === null) throw new Error("This part belongs to a list of records");
  return commands;
}

function listCommands(t: TFunction): { readonly [N in Name]: Omit<Command, "run"> } {
  const record = { section: "record", group: "save" } as const;
  const pages = { section: "record", group: "move", row: t("tasks.command.pages"), repeats: true } as const;
  const cursor = { group: "move", row: t("tasks.command.cursor"), repeats: true } as const;
  const select = { section: "record", group: "bulk" } as const;
  const back = { section: "record", group: "save", row: t("annotation.command.undoRow") } as const;
  const named = (name: Exclude<Name, "undo" | "redo">) => ({ id: `tasks.${name}`, label: t(`tasks.command.${name}`) });
  return {
    previousPage: {
      ...pages,
      ...named("previousPage"),
      icon: ArrowLeft,
      shortcuts: [{ keys: "ArrowLeft" }, { keys: "Mod+ArrowLeft" }],
    },
    nextPage: {
      ...pages,
      ...named("nextPage"),
      icon: ArrowRight,
      shortcuts: [{ keys: "ArrowRight" }, { keys: "Mod+ArrowRight" }],
    },
    up: { ...cursor, ...named("up"), icon: ArrowUp, shortcuts: [{ keys: "K" }] },
    down: { ...cursor, ...named("down"), icon: ArrowDown, shortcuts: [{ keys: "J" }] },
    toggle: { ...select, ...named("toggle"), icon: SquareCheck, shortcuts: [{ keys: "X" }] },
    selectPage: { ...select, ...named("selectPage"), icon: CheckCheck, shortcuts: [{ keys: "Mod+A" }] },
    validate: { ...record, ...named("validate"), icon: Check, shortcuts: [{ keys: "Enter" }] },
    discard: {
      ...record,
      ...named("discard"),
      icon: Ban,
      shortcuts: [{ keys: "Backspace", restsAfterTyping: true }],
    },
    clear: { ...record, ...named("clear"), icon: Eraser, shortcuts: [{ keys: "Shift+Space" }] },
    reset: { ...record, ...named("reset"), icon: RotateCcw, shortcuts: [{ keys: "Escape" }] },
    undo: {
      ...back,
      id: "history.undo",
      label: t("annotation.command.undo"),
      icon: Undo2,
      shortcuts: [{ keys: "Mod+Z" }],
    },
    redo: {
      ...back,
      id: "history.redo",
      label: t("annotation.command.redo"),
      icon: Redo2,
      shortcuts: [{ keys: "Mod+Shift+Z" }],
    },
    panel: { section: "dataset", group: "look", ...named("panel"), icon: PanelRight, shortcuts: [{ keys: "P" }] },
    refresh: { section: "dataset", ...named("refresh"), icon: RotateCw },
  };
}
