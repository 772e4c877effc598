import type { RecordStatus } from "@postil/domain/entities";
import { RECORD_STATUSES } from "@postil/domain/feedback-url";
import { BookOpen, ChartNoAxesColumn, Redo2, RotateCw, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";

type PageDeeds = {
  readonly next: () => void;
  readonly previous: () => void;
  readonly skip: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly refresh: () => void;
  readonly goTo: (status: RecordStatus) => void;
  readonly guidelines: () => void;
  readonly progress: () => void;
  readonly may: { readonly next: boolean; readonly previous: boolean; readonly undo: boolean; readonly redo: boolean };
  /** "184 records", beside the queue's name in the palette */
  readonly countOf: (status: RecordStatus) => string;
  readonly status: RecordStatus;
};

export type PageCommands = ReturnType<typeof usePageCommands>;

/** What can be done on the page whether a record is on it or not (screens 2.2). */
export function usePageCommands(deeds: PageDeeds) {
  const { t } = useTranslation();
  const move = { row: t("annotation.command.move"), section: "record", group: "move" } as const;
  const back = { row: t("annotation.command.undoRow"), section: "record", group: "save" } as const;
  const commands = {
    previous: {
      ...move,
      id: "record.previous",
      label: t("annotation.command.previous"),
      shortcuts: [{ keys: "ArrowLeft" }, { keys: "Mod+ArrowLeft" }],
      repeats: true,
      mayRun: () => deeds.may.previous,
      run: deeds.previous,
    },
    next: {
      ...move,
      id: "record.next",
      label: t("annotation.command.next"),
      shortcuts: [{ keys: "ArrowRight" }, { keys: "Mod+ArrowRight" }],
      repeats: true,
      mayRun: () => deeds.may.next,
      run: deeds.next,
    },
    skip: {
      id: "record.skip",
      label: t("annotation.command.skip"),
      section: "record",
      group: "move",
      shortcuts: [{ keys: "S" }],
      mayRun: () => deeds.may.next,
      run: deeds.skip,
    },
    undo: {
      ...back,
      id: "history.undo",
      label: t("annotation.command.undo"),
      icon: Undo2,
      shortcuts: [{ keys: "Mod+Z" }],
      mayRun: () => deeds.may.undo,
      run: deeds.undo,
    },
    redo: {
      ...back,
      id: "history.redo",
      label: t("annotation.command.redo"),
      icon: Redo2,
      shortcuts: [{ keys: "Mod+Shift+Z" }],
      mayRun: () => deeds.may.redo,
      run: deeds.redo,
    },
    guidelines: {
      id: "panel.guidelines",
      label: t("annotation.command.guidelines"),
      icon: BookOpen,
      section: "dataset",
      group: "look",
      shortcuts: [{ keys: "G" }],
      run: deeds.guidelines,
    },
    progress: {
      id: "panel.progress",
      label: t("annotation.command.progress"),
      icon: ChartNoAxesColumn,
      section: "dataset",
      group: "look",
      shortcuts: [{ keys: "P" }],
      run: deeds.progress,
    },
    refresh: {
      id: "queue.refresh",
      label: t("annotation.command.refresh"),
      icon: RotateCw,
      section: "dataset",
      run: deeds.refresh,
    },
  } as const satisfies { readonly [name: string]: Command };
  const queues = RECORD_STATUSES.filter((status) => status !== deeds.status).map(
    (status): Command => ({
      id: `queue.${status}`,
      label: t("annotation.command.goTo", { status: t(`common.status.${status}`) }),
      hint: deeds.countOf(status),
      section: "dataset",
      run: () => deeds.goTo(status),
    }),
  );
  useCommands([...Object.values(commands), ...queues]);
  return commands;
}
