import "../../../lib/i18n/bulk-texts.ts";
import type { TFunction } from "i18next";
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, CheckCheck, SquareCheck, SquareX } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Command, CommandEntry } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { useLatest } from "../questions/use-latest.ts";

export type BulkDeeds = {
  readonly move: (step: 1 | -1) => void;
  readonly toggle: () => void;
  readonly range: () => void;
  readonly page: () => void;
  readonly clear: () => void;
  readonly turn: (direction: 1 | -1) => void;
  readonly may: () => {
    readonly select: boolean;
    readonly clear: boolean;
    readonly back: boolean;
    readonly on: boolean;
  };
};

export type BulkCommands = ReturnType<typeof bulkCommands>;

/** What can be done in the list of the bulk view (screens 2.2); the same commands from render to render. */
export function useBulkCommands(deeds: BulkDeeds): BulkCommands {
  const { t } = useTranslation();
  const may = useLatest(deeds.may);
  const move = useLatest(deeds.move);
  const toggle = useLatest(deeds.toggle);
  const range = useLatest(deeds.range);
  const page = useLatest(deeds.page);
  const clear = useLatest(deeds.clear);
  const turn = useLatest(deeds.turn);
  const commands = useMemo(
    () => bulkCommands(t, { may, move, toggle, range, page, clear, turn }),
    [t, may, move, toggle, range, page, clear, turn],
  );
  useCommands([...Object.values(commands), arrowsNote(t)]);
  return commands;
}

export function bulkCommands(t: TFunction, deeds: BulkDeeds) {
  const bulk = { section: "record", group: "bulk" } as const;
  const cursor = { row: t("bulk.command.cursor"), group: "bulk", repeats: true } as const;
  const pages = { row: t("bulk.command.turn"), repeats: true, ...bulk } as const;
  const select = () => deeds.may().select;
  return {
    down: {
      ...cursor,
      id: "bulk.down",
      label: t("bulk.command.down"),
      icon: ArrowDown,
      shortcuts: [{ keys: "J" }],
      run: () => deeds.move(1),
    },
    up: {
      ...cursor,
      id: "bulk.up",
      label: t("bulk.command.up"),
      icon: ArrowUp,
      shortcuts: [{ keys: "K" }],
      run: () => deeds.move(-1),
    },
    toggle: {
      ...bulk,
      id: "bulk.toggle",
      label: t("bulk.command.toggle"),
      icon: SquareCheck,
      shortcuts: [{ keys: "X" }],
      mayRun: select,
      run: deeds.toggle,
    },
    range: {
      ...bulk,
      id: "bulk.range",
      label: t("bulk.command.range"),
      icon: CheckCheck,
      shortcuts: [{ keys: "Shift+X" }],
      mayRun: select,
      run: deeds.range,
    },
    page: {
      ...bulk,
      id: "bulk.page",
      label: t("bulk.command.page"),
      icon: CheckCheck,
      shortcuts: [{ keys: "Mod+A" }],
      mayRun: select,
      run: deeds.page,
    },
    clear: {
      ...bulk,
      id: "bulk.clear",
      label: t("bulk.command.clear"),
      icon: SquareX,
      shortcuts: [{ keys: "Escape" }],
      mayRun: () => deeds.may().clear,
      run: deeds.clear,
    },
    nextPage: {
      ...pages,
      id: "bulk.nextPage",
      label: t("bulk.nextPage"),
      icon: ArrowRight,
      shortcuts: [{ keys: "ArrowRight" }, { keys: "Mod+ArrowRight" }],
      mayRun: () => deeds.may().on,
      run: () => deeds.turn(1),
    },
    previousPage: {
      ...pages,
      id: "bulk.previousPage",
      label: t("bulk.previousPage"),
      icon: ArrowLeft,
      shortcuts: [{ keys: "ArrowLeft" }, { keys: "Mod+ArrowLeft" }],
      mayRun: () => deeds.may().back,
      run: () => deeds.turn(-1),
    },
  } as const satisfies { readonly [name: string]: Command };
}

/** The list answers these by itself, while it has the focus. */
export function arrowsNote(t: TFunction): CommandEntry {
  return { id: "bulk.arrows", label: t("bulk.command.arrows"), group: "bulk", keys: ["ArrowDown", "ArrowUp"] };
}
