import type { RecordStatus } from "@postil/domain/records/response";
import type { FeedbackAddress } from "@postil/domain/search/feedback-address";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { knowsPartsOf } from "../../features/feedback/page/known-parts.ts";
import { useDraftService } from "../../lib/drafts/use-drafts.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import type { SavedState } from "../../lib/outbox/ports.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { hasPage } from "./directions.ts";
import { createQueueController } from "./queue-controller.ts";
import type { Move } from "./queue-moves.ts";
import { type QueueCriteria, type QueueView, viewOf } from "./queue-state.ts";
import type { RecordsApi } from "./records-api.ts";

type QueueOptions = {
  readonly datasetId: string;
  /** What the address asked for when the page was opened. */
  readonly first: FeedbackAddress;
  /** Nothing more in this queue (FQU-16). */
  readonly onEnd?: (status: RecordStatus) => void;
  /** The record to open is not there. */
  readonly onMissing?: () => void;
  /** How the records of this family of datasets are read. */
  readonly api: RecordsApi;
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
  readonly show: (criteria: QueueCriteria, recordId?: string | null) => Promise<void>;
  /** The next or previous page of the bulk view. */
  readonly turnPage: (direction: 1 | -1) => void;
  readonly hasPage: (direction: 1 | -1) => boolean;
  /** Waits for no other record any more. */
  readonly stay: () => void;
  /** The change that another tab made to the record on screen has been noted. */
  readonly acknowledgeChange: () => void;
};

/** The records to annotate, one at a time, with the next ones in memory (FQU-09 to FQU-26). */
export function useRecordQueue(options: QueueOptions): RecordQueueHandle {
  const { datasetId, onEnd, onMissing, api } = options;
  const outbox = useOutboxService();
  const drafts = useDraftService();
  const queries = useQueryClient();
  const [first] = useState(options.first);
  const controller = useMemo(
    () =>
      createQueueController(
        {
          datasetId,
          api,
          outbox,
          known: knowsPartsOf(queries, datasetId),
          ready: Promise.all([outbox.ready, drafts.ready]),
        },
        first,
      ),
    [datasetId, api, outbox, drafts, queries, first],
  );
  const state = useSyncExternalStore(controller.onChange, controller.state);
  const view = useMemo(() => viewOf(state, (record) => savedState(outbox, record)), [state, outbox]);

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
      ...view,
      next: controller.next,
      previous: controller.previous,
      advance: controller.advance,
      open: controller.open,
      reload: () => controller.reload(view.page, view.recordId),
      show: controller.show,
      turnPage: controller.turnPage,
      hasPage: (direction) => {
        const { queue, asked } = controller.state();
        return queue !== null && hasPage(queue, asked.committed, direction);
      },
      stay: controller.stay,
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
