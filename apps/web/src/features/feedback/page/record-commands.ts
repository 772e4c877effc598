import type { Actions } from "@postil/domain/records/actions";
import { t } from "i18next";
import { CornerDownLeft, Eraser, PencilLine, Slash, Sparkle } from "lucide-react";
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";

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

/**
 * The commands on the answers of the record on screen (design/keys.md#labeling, design/annotation.md#actions). They are stable
 * between renders.
 */
export function useRecordCommands(handlers: RecordHandlers): RecordCommands {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const commands = useMemo(() => recordCommands(latest), []);
  useCommands(Object.values(commands));
  return commands;
}

export function recordCommands(latest: RefObject<RecordHandlers>) {
  const save = { section: "record", group: "save" } as const;
  return {
    submit: {
      ...save,
      id: "record.submit",
      label: t("annotation.command.submit"),
      icon: CornerDownLeft,
      shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere: true }, { keys: "Shift+Enter" }],
      mayRun: () => latest.current.takesKeys(),
      run: () => latest.current.submit(),
    },
    draft: {
      ...save,
      id: "record.draft",
      label: t("annotation.command.draft"),
      icon: PencilLine,
      shortcuts: [{ keys: "Mod+S", everywhere: true }],
      mayRun: () => latest.current.takesKeys() && latest.current.may().saveDraft,
      run: () => latest.current.draft(),
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
      mayRun: () => latest.current.takesKeys() && latest.current.may().discard,
      run: () => latest.current.discard(),
    },
    clear: {
      ...save,
      id: "record.clear",
      label: t("annotation.command.clear"),
      icon: Eraser,
      shortcuts: [{ keys: "Shift+Space" }],
      mayRun: () => latest.current.takesKeys() && latest.current.may().clear,
      run: () => latest.current.clear(),
    },
    accept: {
      ...save,
      id: "record.accept",
      label: t("annotation.command.accept"),
      icon: Sparkle,
      shortcuts: [{ keys: "A" }],
      mayRun: () => latest.current.takesKeys() && latest.current.may().accept,
      run: () => latest.current.accept(),
    },
  } as const satisfies { readonly [name: string]: Command };
}
