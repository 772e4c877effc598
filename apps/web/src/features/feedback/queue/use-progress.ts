import { wanted } from "@postil/domain/outbox/outbox-entry";
import { moveOne, type Progress, progressOf } from "@postil/domain/queue/progress";
import { statusOf } from "@postil/domain/records/record-status";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { ownMetricsQuery } from "../../../lib/api/queries/progress.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";

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
