import type { RecordStatus } from "@postil/domain/entities";
import { RECORD_STATUSES } from "@postil/domain/feedback-url";
import type { Progress } from "@postil/domain/progress";
import { createContext, type ReactNode, use } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { useProgress } from "../queue/use-progress.ts";

/** For tests and previews; the page has its provider. */
export const Figures = createContext<Progress | null>(null);

/** Keeps the reader's figures for those who show them: they change with every answer and every delivery, the page does not. */
export function ProgressProvider({ datasetId, children }: { datasetId: string; children: ReactNode }) {
  return <Figures value={useProgress(datasetId)}>{children}</Figures>;
}

/** Null until they are known. */
export function useFigures(): Progress | null {
  return use(Figures);
}

type QueueCommandsProps = { status: RecordStatus; onStatus: (status: RecordStatus) => void };

/** "Go to Submitted, 184 records" in the palette. */
export function QueueCommands({ status, onStatus }: QueueCommandsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  useCommands(
    RECORD_STATUSES.filter((other) => other !== status).map((other) => ({
      id: `queue.${other}`,
      label: t("annotation.command.goTo", { status: t(`common.status.${other}`) }),
      ...(figures === null ? {} : { hint: t("annotation.queue.count", { count: figures[other] }) }),
      section: "dataset",
      run: () => onStatus(other),
    })),
  );
  return null;
}
