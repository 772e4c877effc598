import type { RecordStatus } from "@postil/domain/records/labeled-record";
import type { RecordsAddress } from "@postil/domain/search/record-criteria";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useDraftService } from "../../../lib/drafts/use-drafts.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { SavedState } from "../../../lib/outbox/ports.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { createQueueController } from "./queue-controller.ts";
import type { KnownParts, RecordsApi } from "./queue-fetcher.ts";
import type { Move } from "./queue-moves.ts";
import { hasPage, type QueueCriteria, type ShownQueue, shownQueue } from "./queue-state.ts";

type QueueOptions = {
  readonly datasetId: string;
  /** The view that the address names when the page opens. */
  readonly first: RecordsAddress;
  /** Called when the queue has no more records (FQU-16). */
  readonly onEnd?: (status: RecordStatus) => void;
  /** Called when the record to open does not exist. */
  readonly onMissing?: () => void;
  readonly api: RecordsApi;
  readonly known: KnownParts;
};

export type RecordQueueHandle = ShownQueue & {
  /** The moves return at once. `moved` means that the next render shows the record. */
  readonly next: () => Move;
  readonly previous: () => Move;
  /** Moves on after an answer, or past a record without one. */
  readonly advance: () => Move;
  readonly open: (recordId: string) => Move;
  /** Loads the same queue again, from the record on screen. */
  readonly reload: () => Promise<void>;
  /** Loads another place or another queue. The records on screen stay until the new ones arrive. */
  readonly show: (criteria: QueueCriteria, recordId?: string | null) => Promise<void>;
  /** Shows the next or previous page of the bulk view. */
  readonly turnPage: (direction: 1 | -1) => void;
  readonly hasPage: (direction: 1 | -1) => boolean;
  /** Stops waiting for another record. */
  readonly stay: () => void;
  /** Acknowledges the change that another tab made to the record on screen. */
  readonly acknowledgeChange: () => void;
};

/** The records to annotate, one at a time, with the next ones loaded in memory (FQU-09 to FQU-26). */
export function useRecordQueue(options: QueueOptions): RecordQueueHandle {
  const { datasetId, onEnd, onMissing, api } = options;
  const known = useLatest(options.known);
  const outbox = useOutboxService();
  const drafts = useDraftService();
  const [first] = useState(options.first);
  const controller = useMemo(
    () =>
      createQueueController(
        {
          datasetId,
          api,
          outbox,
          known,
          ready: Promise.all([outbox.ready, drafts.ready]),
        },
        first,
      ),
    [datasetId, api, known, outbox, drafts, first],
  );
  const state = useSyncExternalStore(controller.onChange, controller.state);
  const shown = useMemo(() => shownQueue(state, (recordId) => savedState(outbox, recordId)), [state, outbox]);

  const tell = useRef({ onEnd, onMissing });
  tell.current = { onEnd, onMissing };
  useEffect(() => {
    const stops = [
      controller.onEnd(() => tell.current.onEnd?.(controller.state().asked.committed.criteria.status)),
      controller.onMissing(() => tell.current.onMissing?.()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [controller]);

  useEffect(() => controller.start(first.record), [controller, first]);

  return useMemo(
    () => ({
      ...shown,
      next: controller.next,
      previous: controller.previous,
      advance: controller.advance,
      open: controller.open,
      reload: () => controller.reload(shown.page, shown.recordId),
      show: controller.show,
      turnPage: controller.turnPage,
      hasPage: (direction) => {
        const { queue, asked } = controller.state();
        return queue !== null && hasPage(queue, asked.committed, direction);
      },
      stay: controller.stay,
      acknowledgeChange: () => shown.current !== null && controller.acknowledge(shown.current.record.id),
    }),
    [shown, controller],
  );
}

function savedState(outbox: OutboxService, recordId: string): SavedState {
  const entry = outbox.entryOf(recordId);
  if (entry === undefined) return "saved";
  return entry.failure === null ? "saving" : "failed";
}
