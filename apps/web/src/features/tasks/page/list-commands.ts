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
import { LIST_COMMAND_NAMES, type ListCommandName, listEntries } from "./list-entries.ts";

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

export type ListCommands = { readonly [N in ListCommandName]: Command };
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
