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
  PanelRight,
  Redo2,
  RotateCcw,
  RotateCw,
  SquareCheck,
  Undo2,
} from "lucide-react";
import { createContext, type RefObject, useContext } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useStableCommands } from "../../../lib/commands/commands-provider.tsx";
import type { Keys } from "../../../lib/commands/keys-here.ts";

const ICONS = {
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
type ListCommandName = keyof typeof ICONS;
const NAMES = Object.keys(ICONS) as ListCommandName[]; // the names of the icons above

type ListCommands = { readonly [N in ListCommandName]: Command };
export type ListHandlers = { readonly [N in ListCommandName]: () => void } & {
  readonly may: (name: ListCommandName) => boolean;
};

/** The commands for the list, the cursor record and the pages (design/tasks.md#keys). */
export const useNewListCommands = (handlers: ListHandlers): ListCommands => useStableCommands(handlers, listCommands);

function listCommands(latest: RefObject<ListHandlers>): ListCommands {
  const wanted = listEntries();
  const bound = NAMES.map((name) => [
    name,
    { ...wanted[name], icon: ICONS[name], mayRun: () => latest.current.may(name), run: () => latest.current[name]() },
  ]);
  // one for each name
  return Object.fromEntries(bound) as ListCommands;
}

export const ListCommandsContext = createContext<ListCommands | null>(null);

export function useListCommands(): ListCommands {
  const commands = useContext(ListCommandsContext);
  if (commands === null) throw new Error("This part belongs to a list of records");
  return commands;
}

/** The commands of a task dataset page, without their handlers and icons. */
export function listEntries(): { readonly [N in ListCommandName]: Omit<Command, "run" | "icon"> } {
  const record = { section: "record", group: "save" } as const;
  const pages = { section: "record", group: "move", row: t("tasks.command.pages"), repeats: true } as const;
  const cursor = { group: "move", row: t("tasks.command.cursor"), repeats: true } as const;
  const select = { section: "record", group: "bulk" } as const;
  const back = { section: "record", group: "save", row: t("annotation.command.undoRow") } as const;
  const named = (name: Exclude<ListCommandName, "undo" | "redo">, ...keys: readonly Keys[]) => ({
    ...{ id: `tasks.${name}`, label: t(`tasks.command.${name}`) },
    ...on(...keys),
  });
  const stepped = (name: "undo" | "redo", ...keys: readonly Keys[]) => ({
    ...{ id: `history.${name}`, label: t(`annotation.command.${name}`) },
    ...on(...keys),
  });
  return {
    previousPage: { ...pages, ...named("previousPage", "ArrowLeft", "Mod+ArrowLeft") },
    nextPage: { ...pages, ...named("nextPage", "ArrowRight", "Mod+ArrowRight") },
    up: { ...cursor, ...named("up", "K") },
    down: { ...cursor, ...named("down", "J") },
    toggle: { ...select, ...named("toggle", "X") },
    selectPage: { ...select, ...named("selectPage", "Mod+A") },
    validate: { ...record, ...named("validate", "Enter", "Mod+Enter") },
    discard: { ...record, ...named("discard"), shortcuts: [{ keys: "Backspace", restsAfterTyping: true }] },
    clear: { ...record, ...named("clear", "Shift+Space") },
    // Not Escape: it leaves things, and one press too many would delete edits.
    reset: { ...record, ...named("reset", "R") },
    undo: { ...back, ...stepped("undo", "Mod+Z") },
    redo: { ...back, ...stepped("redo", "Mod+Shift+Z", "Mod+Y") },
    panel: { section: "dataset", group: "look", ...named("panel", "P") },
    refresh: { section: "dataset", ...named("refresh") },
  };
}

const on = (...keys: readonly Keys[]) => (keys.length === 0 ? {} : { shortcuts: keys.map((one) => ({ keys: one })) });

/** The command to save the rule of the query: its name and keys, which the query box handles too. */
export const SAVE_RULE = {
  id: "rule.save",
  shortcuts: [{ keys: "Mod+S", everywhere: true }],
} as const satisfies Pick<Command, "id" | "shortcuts">;
