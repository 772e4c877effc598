import { RECORD_STATUSES, type RecordStatus } from "@postil/domain/records/response";
import { t } from "i18next";
import { Circle, CircleCheck, CircleSlash, Contrast } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { notify } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { IconType } from "../../../ui/icon.tsx";
import { Figures, useFigures } from "./figures.ts";
import { useNotedWork } from "./use-noted-work.ts";
import { useProgress } from "./use-progress.ts";

/**
 * Provides the user's figures. They change with every answer and delivery, but only the components that show them render
 * again.
 */
export function ProgressProvider({ datasetId, children }: { datasetId: string; children: ReactNode }) {
  useNotedWork(datasetId);
  return <Figures value={useProgress(datasetId)}>{children}</Figures>;
}

type EndNoticeProps = {
  ends: number;
  status: RecordStatus;
  /** true for the results of a similarity search */
  similar: boolean;
  onStatus: (status: RecordStatus) => void;
};

/**
 * The notice "You reached the end of the Pending queue.", with links to the queues that have records (FQU-16,
 * design/annotation.md#position).
 */
export function EndNotice({ ends, status, similar, onStatus }: EndNoticeProps) {
  const figures = useFigures();
  const tell = useLatest(() => {
    const others = RECORD_STATUSES.filter((other) => other !== status && (figures?.[other] ?? 0) > 0);
    notify({
      message: similar ? t("similarity.end") : t("annotation.queue.end", { status: t(`answerStatus.name.${status}`) }),
      type: "info",
      // A similarity search has other results in other queues, perhaps none.
      actions: (similar ? [] : others).map((other) => ({
        label: t(`answerStatus.name.${other}`),
        run: () => onStatus(other),
      })),
    });
  });
  useEffect(() => {
    if (ends > 0) tell();
  }, [ends, tell]);
  return null;
}

/** In the palette the status shapes are drawn as icons, like those of other commands. */
const QUEUE_ICONS: { readonly [Status in RecordStatus]: IconType } = {
  pending: Circle,
  draft: Contrast,
  submitted: CircleCheck,
  discarded: CircleSlash,
};

type QueueCommandsProps = { status: RecordStatus; onStatus: (status: RecordStatus) => void };

/** "Go to Submitted, 184 records" in the palette. */
export function QueueCommands({ status, onStatus }: QueueCommandsProps) {
  const figures = useFigures();
  useCommands(
    RECORD_STATUSES.filter((other) => other !== status).map((other) => ({
      id: `queue.${other}`,
      icon: QUEUE_ICONS[other],
      label: t("annotation.command.goTo", { status: t(`answerStatus.name.${other}`) }),
      ...(figures === null ? {} : { hint: t("annotation.queue.count", { count: figures[other] }) }),
      section: "dataset",
      run: () => onStatus(other),
    })),
  );
  return null;
}
