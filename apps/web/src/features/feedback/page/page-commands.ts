import type { Actions } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import {
  ArrowLeft,
  ArrowRight,
  BookOpen,
  ChartNoAxesColumn,
  CornerDownLeft,
  Eraser,
  PencilLine,
  Redo2,
  RotateCw,
  SkipForward,
  Slash,
  Sparkle,
  Undo2,
} from "lucide-react";
import type { RefObject } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useStableCommands } from "../../../lib/commands/commands-provider.tsx";

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

/** The commands of the page, with or without a record (design/keys.md#labeling). */
export const usePageCommands = (handlers: PageHandlers): PageCommands => useStableCommands(handlers, pageCommands);

export function pageCommands(latest: RefObject<PageHandlers>) {
  const move = { row: t("annotation.command.move"), section: "record", group: "move" } as const;
  const back = { row: t("annotation.command.undoRow"), section: "record", group: "save" } as const;
  const run = (name: Exclude<keyof PageHandlers, "may">) => () => latest.current[name]();
  const step = (name: keyof PageHandlers["may"]) => ({ mayRun: () => latest.current.may[name], run: run(name) });
  return {
    next: {
      ...move,
      id: "record.next",
      label: t("annotation.command.next"),
      icon: ArrowRight,
      shortcuts: [{ keys: "ArrowRight" }, { keys: "Mod+ArrowRight" }],
      repeats: true,
      ...step("next"),
    },
    previous: {
      ...move,
      id: "record.previous",
      label: t("annotation.command.previous"),
      icon: ArrowLeft,
      shortcuts: [{ keys: "ArrowLeft" }, { keys: "Mod+ArrowLeft" }],
      repeats: true,
      ...step("previous"),
    },
    skip: {
      id: "record.skip",
      label: t("annotation.command.skip"),
      icon: SkipForward,
      section: "record",
      group: "move",
      shortcuts: [{ keys: "S" }],
      ...step("skip"),
    },
    undo: {
      ...back,
      id: "history.undo",
      label: t("annotation.command.undo"),
      icon: Undo2,
      shortcuts: [{ keys: "Mod+Z" }],
      ...step("undo"),
    },
    redo: {
      ...back,
      id: "history.redo",
      label: t("annotation.command.redo"),
      icon: Redo2,
      shortcuts: [{ keys: "Mod+Shift+Z" }, { keys: "Mod+Y" }],
      ...step("redo"),
    },
    guidelines: {
      id: "panel.guidelines",
      label: t("annotation.command.guidelines"),
      icon: BookOpen,
      section: "dataset",
      group: "look",
      shortcuts: [{ keys: "G" }],
      run: run("guidelines"),
    },
    progress: {
      id: "panel.progress",
      label: t("annotation.command.progress"),
      icon: ChartNoAxesColumn,
      section: "dataset",
      group: "look",
      shortcuts: [{ keys: "P" }],
      run: run("progress"),
    },
    refresh: {
      id: "queue.refresh",
      label: t("annotation.command.refresh"),
      icon: RotateCw,
      section: "dataset",
      run: run("refresh"),
    },
  } as const satisfies { readonly [name: string]: Command };
}

type RecordHandlers = {
  /** also runs when the record cannot be submitted: then it tells why */
  readonly submit: () => void;
  readonly draft: () => void;
  readonly discard: () => void;
  readonly clear: () => void;
  readonly accept: () => void;
  /** false while a pressed key is meant for another record than the one on screen */
  readonly takesKeys: () => boolean;
  /** read from the form at the moment of the call */
  readonly may: () => Actions & { readonly accept: boolean };
};

const nothing = () => undefined;
const NONE = { submit: false, saveDraft: false, discard: false, clear: false, accept: false } as const;

/** For a page without a record to answer: the commands exist but are disabled. */
export const RESTING_HANDLERS: RecordHandlers = {
  submit: nothing,
  draft: nothing,
  discard: nothing,
  clear: nothing,
  accept: nothing,
  takesKeys: () => true,
  may: () => NONE,
};

export type RecordCommands = ReturnType<typeof recordCommands>;

/** The commands on the answers of the record on screen (design/keys.md#labeling, design/annotation.md#actions). */
export const useRecordCommands = (handlers: RecordHandlers): RecordCommands =>
  useStableCommands(handlers, recordCommands);

export function recordCommands(latest: RefObject<RecordHandlers>) {
  const save = { section: "record", group: "save" } as const;
  /** `may`: the action of the form; without one, only a pressed key that is meant for another record is refused */
  const act = (
    name: Exclude<keyof RecordHandlers, "takesKeys" | "may">,
    may?: "saveDraft" | "discard" | "clear" | "accept",
  ) => ({
    mayRun: () => latest.current.takesKeys() && (may === undefined || latest.current.may()[may]),
    run: () => latest.current[name](),
  });
  return {
    submit: {
      ...save,
      id: "record.submit",
      label: t("annotation.command.submit"),
      icon: CornerDownLeft,
      shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere: true }, { keys: "Shift+Enter" }],
      ...act("submit"),
    },
    draft: {
      ...save,
      id: "record.draft",
      label: t("annotation.command.draft"),
      icon: PencilLine,
      shortcuts: [{ keys: "Mod+S", everywhere: true }],
      ...act("draft", "saveDraft"),
    },
    discard: {
      ...save,
      id: "record.discard",
      label: t("annotation.command.discard"),
      icon: Slash,
      shortcuts: [
        { keys: "Backspace", restsAfterTyping: true },
        { keys: "Shift+Backspace", restsAfterTyping: true },
      ],
      ...act("discard", "discard"),
    },
    clear: {
      ...save,
      id: "record.clear",
      label: t("annotation.command.clear"),
      icon: Eraser,
      shortcuts: [{ keys: "Shift+Space" }],
      ...act("clear", "clear"),
    },
    accept: {
      ...save,
      id: "record.accept",
      label: t("annotation.command.accept"),
      icon: Sparkle,
      shortcuts: [{ keys: "A" }],
      ...act("accept", "accept"),
    },
  } as const satisfies { readonly [name: string]: Command };
}
