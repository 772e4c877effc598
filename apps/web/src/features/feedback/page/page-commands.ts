import type { Actions } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import {
  ArrowLeft,
  ArrowRight,
  BookOpen,
  ChartNoAxesColumn,
  CornerDownLeft,
  Eraser,
  type LucideIcon,
  PencilLine,
  Redo2,
  RotateCw,
  SkipForward,
  Slash,
  Sparkle,
  Undo2,
} from "lucide-react";
import type { RefObject } from "react";
import type { Command, Shortcut } from "../../../lib/commands/command.ts";
import { useStableCommands } from "../../../lib/commands/commands-provider.tsx";
import type { Keys } from "../../../lib/commands/keys-here.ts";

type Move = "next" | "previous" | "skip" | "undo" | "redo";
type PageAction = Move | "refresh" | "guidelines" | "progress";

export type PageHandlers = { readonly [Name in PageAction]: () => void } & {
  /** True for each move that is possible, and if there is an action to undo or redo. */
  readonly may: { readonly [Name in Move]: boolean };
};

export type PageCommands = ReturnType<typeof pageCommands>;

/** The commands of the page, with or without a record (design/keys.md#labeling). */
export const usePageCommands = (handlers: PageHandlers): PageCommands => useStableCommands(handlers, pageCommands);

export function pageCommands(latest: RefObject<PageHandlers>): { readonly [Name in PageAction]: Command } {
  const move = { section: "record", group: "move" } as const;
  const turn = { ...move, row: t("annotation.command.move"), repeats: true } as const;
  const back = { section: "record", group: "save", row: t("annotation.command.undoRow") } as const;
  const look = { section: "dataset", group: "look" } as const;
  const act = (name: PageAction, id: string, icon: LucideIcon, ...keys: readonly Keys[]) => ({
    ...{ id, icon, label: t(`annotation.command.${name}`), shortcuts: keys.map((one) => ({ keys: one })) },
    run: () => latest.current[name](),
  });
  const step = (name: Move, ...shown: [id: string, icon: LucideIcon, ...keys: readonly Keys[]]) => ({
    ...act(name, ...shown),
    mayRun: () => latest.current.may[name],
  });
  return {
    next: { ...turn, ...step("next", "record.next", ArrowRight, "ArrowRight", "Mod+ArrowRight") },
    previous: { ...turn, ...step("previous", "record.previous", ArrowLeft, "ArrowLeft", "Mod+ArrowLeft") },
    skip: { ...move, ...step("skip", "record.skip", SkipForward, "S") },
    undo: { ...back, ...step("undo", "history.undo", Undo2, "Mod+Z") },
    redo: { ...back, ...step("redo", "history.redo", Redo2, "Mod+Shift+Z", "Mod+Y") },
    guidelines: { ...look, ...act("guidelines", "panel.guidelines", BookOpen, "G") },
    progress: { ...look, ...act("progress", "panel.progress", ChartNoAxesColumn, "P") },
    refresh: { section: "dataset", ...act("refresh", "queue.refresh", RotateCw) },
  };
}

type RecordAction = "submit" | "draft" | "discard" | "clear" | "accept";

/** `submit` also runs when the record cannot be submitted: then it tells why. */
type RecordHandlers = { readonly [Name in RecordAction]: () => void } & {
  /** false while a pressed key is meant for another record than the one on screen */
  readonly takesKeys: () => boolean;
  /** read from the form at the moment of the call */
  readonly may: () => Actions & { readonly accept: boolean };
};

const nothing = () => undefined;
const NONE = { submit: false, saveDraft: false, discard: false, clear: false, accept: false } as const;

/** For a page without a record to answer: the commands exist but are disabled. */
export const RESTING_HANDLERS: RecordHandlers = {
  ...{ submit: nothing, draft: nothing, discard: nothing, clear: nothing, accept: nothing },
  takesKeys: () => true,
  may: () => NONE,
};

export type RecordCommands = { readonly [Name in RecordAction]: Command };

/** The commands on the answers of the record on screen (design/keys.md#labeling, design/annotation.md#actions). */
export const useRecordCommands = (handlers: RecordHandlers): RecordCommands =>
  useStableCommands(handlers, recordCommands);

export function recordCommands(latest: RefObject<RecordHandlers>): RecordCommands {
  /** `may`: the action of the form; without one, only a pressed key that is meant for another record is refused */
  const act = (
    name: RecordAction,
    icon: LucideIcon,
    shortcuts: readonly Shortcut[],
    may?: "saveDraft" | "discard" | "clear" | "accept",
  ): Command => ({
    ...{ id: `record.${name}`, label: t(`annotation.command.${name}`), icon, shortcuts },
    ...{ section: "record", group: "save" },
    mayRun: () => latest.current.takesKeys() && (may === undefined || latest.current.may()[may]),
    run: () => latest.current[name](),
  });
  const everywhere = true;
  const restsAfterTyping = true;
  const enter = [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere }, { keys: "Shift+Enter" }];
  const backspace = [
    { keys: "Backspace", restsAfterTyping },
    { keys: "Shift+Backspace", restsAfterTyping },
  ];
  return {
    submit: act("submit", CornerDownLeft, enter),
    draft: act("draft", PencilLine, [{ keys: "Mod+S", everywhere }], "saveDraft"),
    discard: act("discard", Slash, backspace, "discard"),
    clear: act("clear", Eraser, [{ keys: "Shift+Space" }], "clear"),
    accept: act("accept", Sparkle, [{ keys: "A" }], "accept"),
  };
}
