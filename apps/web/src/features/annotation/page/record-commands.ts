import type { Actions } from "@postil/domain/answers";
import { CornerDownLeft, Eraser, PencilLine, Slash, Sparkle } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";

type RecordDeeds = {
  /** also pressed where the record cannot be submitted: then it says why */
  readonly submit: () => void;
  readonly draft: () => void;
  readonly discard: () => void;
  readonly clear: () => void;
  readonly accept: () => void;
  /** as the form stands at the moment of asking */
  readonly may: () => Actions & { readonly accept: boolean };
};

export type RecordCommands = ReturnType<typeof useRecordCommands>;

/** What can be done with the answers of the record on screen (screens 2.2, 5.9). */
export function useRecordCommands(deeds: RecordDeeds) {
  const { t } = useTranslation();
  const save = { section: "record", group: "save" } as const;
  const commands = {
    submit: {
      ...save,
      id: "record.submit",
      label: t("annotation.command.submit"),
      icon: CornerDownLeft,
      shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere: true }, { keys: "Shift+Enter" }],
      run: deeds.submit,
    },
    draft: {
      ...save,
      id: "record.draft",
      label: t("annotation.command.draft"),
      icon: PencilLine,
      shortcuts: [{ keys: "Mod+S", everywhere: true }],
      mayRun: () => deeds.may().saveDraft,
      run: deeds.draft,
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
      mayRun: () => deeds.may().discard,
      run: deeds.discard,
    },
    clear: {
      ...save,
      id: "record.clear",
      label: t("annotation.command.clear"),
      icon: Eraser,
      shortcuts: [{ keys: "Shift+Space" }],
      mayRun: () => deeds.may().clear,
      run: deeds.clear,
    },
    accept: {
      ...save,
      id: "record.accept",
      label: t("annotation.command.accept"),
      icon: Sparkle,
      shortcuts: [{ keys: "A" }],
      mayRun: () => deeds.may().accept,
      run: deeds.accept,
    },
  } as const satisfies { readonly [name: string]: Command };
  useCommands(Object.values(commands));
  return commands;
}
