import type { RecordStatus } from "@postil/domain/entities";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useDraftService } from "../../../lib/drafts/use-drafts.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { SavedState } from "../../../lib/outbox/ports.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { createQueueController, type Move } from "./queue-controller.ts";
import { type QueueView, viewOf } from "./queue-state.ts";
import { type RecordsApi, recordsApi } from "./records-api.ts";

type QueueOptions = {
  readonly datasetId: string;
  /** As the address says them. The records of another status are loaded when it changes; `page` counts for a load only. */
  readonly status: RecordStatus;
  readonly page: number;
  /** A record to open whatever its status. */
  readonly recordId: string | null;
  /** Nothing more in this queue (FQU-16). */
  readonly onEnd?: (status: RecordStatus) => void;
  /** The record to open is not there. */
  readonly onMissing?: () => void;
  readonly api?: RecordsApi;
};

export type RecordQueueHandle = QueueView & {
  /** The moves answer at once; `moved` means that the next render shows the record. */
  readonly next: () => Move;
  readonly previous: () => Move;
  /** Goes on after an answer, or past a record without one. */
  readonly advance: () => Move;
  readonly open: (recordId: string) => Move;
  /** The same queue anew, from the record on screen. */
  readonly reload: () => Promise<void>;
  /** Another place in the queue, or another queue: the records on screen stay until the new ones are here. */
  readonly show: (criteria: { readonly status: RecordStatus; readonly page: number }) => Promise<void>;
  /** The change that another tab made to the record on screen has been noted. */
  readonly acknowledgeChange: () => void;
};

/** The records to annotate, one at a time, with the next ones in memory (FQU-09 to FQU-26). */
export function useRecordQueue(options: QueueOptions): RecordQueueHandle {
  const { datasetId, status, page, recordId, onEnd, onMissing, api = recordsApi } = options;
  const outbox = useOutboxService();
  const drafts = useDraftService();
  const first = useRef({ status, page, recordId });
  first.current = { status, page, recordId };
  const controller = useMemo(
    () =>
      createQueueController(
        { datasetId, api, outbox, ready: Promise.all([outbox.ready, drafts.ready]) },
        { status: first.current.status, page: first.current.page },
      ),
    [datasetId, api, outbox, drafts],
  );
  const state = useSyncExternalStore(controller.onChange, controller.state);
  const view = useMemo(() => viewOf(state, (record) => savedState(outbox, record)), [state, outbox]);

  useEffect(() => {
    const { criteria, currentId } = controller.state();
    const elsewhere = recordId !== null && recordId !== currentId;
    if (criteria.wanted.status !== status) void controller.show({ status, page: first.current.page }, recordId);
    else if (elsewhere && currentId !== null) controller.open(recordId);
  }, [controller, status, recordId]);

  const tell = useRef({ onEnd, onMissing });
  tell.current = { onEnd, onMissing };
  useEffect(() => {
    const stops = [
      controller.onEnd(() => tell.current.onEnd?.(controller.state().criteria.committed.status)),
      controller.onMissing(() => tell.current.onMissing?.()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [controller]);

  useEffect(() => controller.start(first.current.recordId), [controller]);

  return useMemo(
    () => ({
      ...view,
      next: controller.next,
      previous: controller.previous,
      advance: controller.advance,
      open: controller.open,
      reload: () => controller.reload(view.page),
      show: controller.show,
      acknowledgeChange: () => view.current !== null && controller.acknowledge(view.current.record.id),
    }),
    [view, controller],
  );
}

function savedState(outbox: OutboxService, recordId: string): SavedState {
  const entry = outbox.entryOf(recordId);
  if (entry === undefined) return "saved";
  return entry.failure === null ? "saving" : "failed";
}
