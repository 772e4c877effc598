import "../../../lib/i18n/en/bulk-view.ts";
import { t } from "i18next";
import { ArrowDown, ArrowUp, CheckCheck, type LucideIcon, SquareCheck, SquareX } from "lucide-react";
import type { Command, CommandEntry } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import type { Keys } from "../../../lib/commands/keys-here.ts";

type Act = "toggle" | "range" | "page" | "clear";
type BulkHandlers = { readonly [Name in Act]: () => void } & {
  readonly move: (step: 1 | -1) => void;
  readonly may: () => { readonly select: boolean; readonly clear: boolean };
};

/** Registers the commands of the list in the bulk view (design/keys.md#bulk). */
export function useBulkCommands(handlers: BulkHandlers): void {
  useCommands([...Object.values(bulkCommands(handlers)), arrowsNote()]);
}

export function bulkCommands(handlers: BulkHandlers) {
  const named = (name: Act | "down" | "up", icon: LucideIcon, keys: Keys) => ({
    ...{ id: `bulk.${name}`, label: t(`bulk.command.${name}`), icon, shortcuts: [{ keys }] },
    group: "bulk" as const,
  });
  const cursor = { row: t("bulk.command.cursor"), repeats: true } as const;
  const act = (name: Act, icon: LucideIcon, keys: Keys) => ({
    ...named(name, icon, keys),
    section: "record" as const,
    mayRun: () => handlers.may()[name === "clear" ? "clear" : "select"],
    run: handlers[name],
  });
  return {
    down: { ...named("down", ArrowDown, "J"), ...cursor, run: () => handlers.move(1) },
    up: { ...named("up", ArrowUp, "K"), ...cursor, run: () => handlers.move(-1) },
    toggle: act("toggle", SquareCheck, "X"),
    range: act("range", CheckCheck, "Shift+X"),
    page: act("page", CheckCheck, "Mod+A"),
    clear: act("clear", SquareX, "Escape"),
  } satisfies { readonly [name: string]: Command };
}

/** The list handles these keys itself while it has the focus. */
export function arrowsNote(): CommandEntry {
  return { id: "bulk.arrows", label: t("bulk.command.arrows"), group: "bulk", keys: ["ArrowDown", "ArrowUp"] };
}
