import { t } from "i18next";
import { ArrowLeft, ArrowRight, BookOpen, ChartNoAxesColumn, Redo2, RotateCw, SkipForward, Undo2 } from "lucide-react";
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";

export type PageHandlers = {
  readonly next: () => void;
  readonly previous: () => void;
  readonly skip: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly refresh: () => void;
  readonly guidelines: () => void;
  readonly progress: () => void;
  /** True for each move that is possible, and if there is an action to undo or redo. */
  readonly may: { readonly [move in "next" | "previous" | "skip" | "undo" | "redo"]: boolean };
};

export type PageCommands = ReturnType<typeof pageCommands>;

/**
 * The commands of the page, with or without a record (design/keys.md#labeling). They are stable between renders, so that their
 * buttons do not render again for every record.
 */
export function usePageCommands(handlers: PageHandlers): PageCommands {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const commands = useMemo(() => pageCommands(latest), []);
  useCommands(Object.values(commands));
  return commands;
}

export function pageCommands(latest: RefObject<PageHandlers>) {
  const move = { row: t("annotation.command.move"), section: "record", group: "move" } as const;
  const back = { row: t("annotation.command.undoRow"), section: "record", group: "save" } as const;
  return {
    next: {
      ...move,
      id: "record.next",
      label: t("annotation.command.next"),
      icon: ArrowRight,
      shortcuts: [{ keys: "ArrowRight" }, { keys: "Mod+ArrowRight" }],
      repeats: true,
      mayRun: () => latest.current.may.next,
      run: () => latest.current.next(),
    },
    previous: {
      ...move,
      id: "record.previous",
      label: t("annotation.command.previous"),
      icon: ArrowLeft,
      shortcuts: [{ keys: "ArrowLeft" }, { keys: "Mod+ArrowLeft" }],
      repeats: true,
      mayRun: () => latest.current.may.previous,
      run: () => latest.current.previous(),
    },
    skip: {
      id: "record.skip",
      label: t("annotation.command.skip"),
      icon: SkipForward,
      section: "record",
      group: "move",
      shortcuts: [{ keys: "S" }],
      mayRun: () => latest.current.may.skip,
      run: () => latest.current.skip(),
    },
    undo: {
      ...back,
      id: "history.undo",
      label: t("annotation.command.undo"),
      icon: Undo2,
      shortcuts: [{ keys: "Mod+Z" }],
      mayRun: () => latest.current.may.undo,
      run: () => latest.current.undo(),
    },
    redo: {
      ...back,
      id: "history.redo",
      label: t("annotation.command.redo"),
      icon: Redo2,
      shortcuts: [{ keys: "Mod+Shift+Z" }, { keys: "Mod+Y" }],
      mayRun: () => latest.current.may.redo,
      run: () => latest.current.redo(),
    },
    guidelines: {
      id: "panel.guidelines",
      label: t("annotation.command.guidelines"),
      icon: BookOpen,
      section: "dataset",
      group: "look",
      shortcuts: [{ keys: "G" }],
      run: () => latest.current.guidelines(),
    },
    progress: {
      id: "panel.progress",
      label: t("annotation.command.progress"),
      icon: ChartNoAxesColumn,
      section: "dataset",
      group: "look",
      shortcuts: [{ keys: "P" }],
      run: () => latest.current.progress(),
    },
    refresh: {
      id: "queue.refresh",
      label: t("annotation.command.refresh"),
      icon: RotateCw,
      section: "dataset",
      run: () => latest.current.refresh(),
    },
  } as const satisfies { readonly [name: string]: Command };
}
