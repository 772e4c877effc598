import { wanted } from "@postil/domain/outbox/outbox-entry";
import { moveOne, type Progress, progressOf } from "@postil/domain/queue/progress";
import { RECORD_STATUSES, type RecordStatus, statusOf } from "@postil/domain/records/labeled-record";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Circle, CircleCheck, CircleSlash, Contrast } from "lucide-react";
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from "react";
import { ownMetricsQuery } from "../../../lib/api/queries/dataset.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { IconType } from "../../../ui/icon.tsx";

/** The user's figures in the dataset. */
export const Figures = createContext<Progress | null>(null);

/** Null until the figures are loaded. */
export function useFigures(): Progress | null {
  return use(Figures);
}

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
      ...(figures === null ? {} : { hint: t("words.records", { count: figures[other] }) }),
      section: "dataset",
      run: () => onStatus(other),
    })),
  );
  return null;
}

/** Wait after the last of several deliveries, ms. */
const RELOAD_AFTER = 500;

/**
 * The user's progress in a dataset. Null until it is loaded. It changes at once with every answer, and is reloaded when the
 * server has the answer (FRS-07). If that fails, the figures stay (FPR-02, FPR-03).
 */
export function useProgress(datasetId: string): Progress | null {
  const client = useQueryClient();
  const service = useOutboxService();
  const outbox = useSyncExternalStore(service.onChange, service.state);
  const { data: counted } = useQuery(ownMetricsQuery(datasetId));

  useEffect(() => {
    const { queryKey } = ownMetricsQuery(datasetId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = service.onDelivered(({ datasetId: about, before, response }) => {
      if (about !== datasetId) return;
      // A running reply may have been counted before this answer arrived.
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (metrics) => metrics && moveOne(metrics, before, statusOf(response)));
      clearTimeout(timer);
      timer = setTimeout(() => void client.invalidateQueries({ queryKey }), RELOAD_AFTER);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, service, datasetId]);

  return useMemo(() => {
    if (counted === undefined) return null;
    const underway = [...outbox.entries.values()].filter(
      (entry) => entry.datasetId === datasetId && entry.failure === null,
    );
    const expected = underway.reduce(
      (metrics, entry) => moveOne(metrics, statusOf(entry.base), statusOf(wanted(entry))),
      counted,
    );
    return progressOf(expected);
  }, [counted, outbox, datasetId]);
}

/**
 * Records the work on the dataset. The code is loaded after the page: it shows nothing, and a failure to load it does no harm.
 */
export function useNotedWork(datasetId: string): void {
  const outbox = useOutboxService();
  useEffect(() => {
    const noting = import("../../../workbench/frame/use-work-day.ts").then(({ noteWork }) =>
      noteWork(outbox, datasetId),
    );
    noting.catch((error: unknown) => console.warn("The pace of this visit is not noted", error));
    return () =>
      void noting.then(
        (stop) => stop(),
        () => undefined,
      );
  }, [outbox, datasetId]);
}
