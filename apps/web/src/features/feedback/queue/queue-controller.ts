import { itemOf, respond } from "@postil/domain/queue/queue";
import { saysTheSame, statusOf } from "@postil/domain/records/record-status";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { Delivery, ShownChange } from "../../../lib/outbox/ports.ts";
import { hasPage } from "./directions.ts";
import { createQueueBatches } from "./queue-batches.ts";
import { createQueueFetcher } from "./queue-fetcher.ts";
import { createQueueLoader } from "./queue-loader.ts";
import { createQueueMoves, type Move } from "./queue-moves.ts";
import { currentItem, type QueueCriteria } from "./queue-state.ts";
import { createQueueConnection, createQueueStore, type QueueStore } from "./queue-store.ts";
import type { KnownParts, RecordsApi } from "./records-api.ts";
import { sessionNumbers } from "./session-numbers.ts";

export type QueuePorts = {
  readonly datasetId: string;
  readonly api: RecordsApi;
  readonly outbox: OutboxService;
  readonly known: KnownParts;
  /** Resolves when the user's stored work is in memory. No record is shown before. */
  readonly ready: Promise<unknown>;
};

/**
 * The records of one dataset. Moves among queued records are synchronous, and batches load in the background. `domain/queue`
 * makes the decisions; this file connects its parts.
 */
export function createQueueController({ datasetId, api, outbox, known, ready }: QueuePorts, first: QueueCriteria) {
  const store = createQueueStore(first);
  const fetcher = createQueueFetcher(datasetId, api, outbox);
  const numbers = sessionNumbers(outbox, datasetId);
  const connection = createQueueConnection(store, outbox);
  const batches = createQueueBatches(store, fetcher, numbers);
  const ended = createEmitter<void>();
  const missing = createEmitter<void>();
  const loadAnew = () => void loader.loadAnew();
  const moves = createQueueMoves({ store, batches, connection, onEnd: ended.emit, loadAnew });
  const { goTo } = moves;
  const loader = createQueueLoader({
    store,
    fetcher,
    numbers,
    connection,
    known,
    ready,
    goTo,
    onMissing: missing.emit,
  });

  return {
    state: store.state,
    onChange: store.onChange,
    /** FQU-16: the queue has no more records. The current record stays. */
    onEnd: ended.on,
    /** The record to open does not exist. */
    onMissing: missing.on,
    show: (criteria: QueueCriteria, recordId: string | null = null) => loader.show(criteria, recordId),
    /** Loads the same criteria again, from the current record on. */
    reload: (page: number, recordId: string | null = null) =>
      loader.show({ ...store.state().asked.committed, page }, recordId ?? store.state().opening),
    /** Shows the next or previous page of the bulk view. Does nothing if there is none. */
    turnPage(direction: 1 | -1): void {
      const { queue, asked } = store.state();
      if (queue === null || !hasPage(queue, asked.committed, direction)) return;
      void loader.show({ ...asked.committed, page: fetcher.pageStart(queue, asked.committed, direction) });
    },
    next: moves.next,
    previous: moves.previous,
    advance: moves.advance,
    /** Shows a queued record at once, and another record as soon as it is loaded. */
    open(recordId: string): Move {
      const { queue } = store.state();
      const queued = queue === null ? undefined : itemOf(queue, recordId);
      if (queued !== undefined) return goTo(queued);
      void loader.open(recordId);
      return "waiting";
    },
    /** The user works here and no longer waits for another record. */
    stay: () => store.state().waiting !== null && store.set({ waiting: null }),
    /** The user has acknowledged a change made in another tab. */
    acknowledge(recordId: string): void {
      const changedElsewhere = new Set(store.state().changedElsewhere);
      if (changedElsewhere.delete(recordId)) store.set({ changedElsewhere });
    },
    /** Starts to load and to follow the outbox. Returns a function that stops this. */
    start(recordId: string | null): () => void {
      const loadWhatFailed = () => {
        const { queue, loading, failure, asked, opening } = store.state();
        if (queue === null && !loading && failure !== null) void loader.show(asked.wanted, opening);
      };
      let arrived: string | null = null;
      /**
       * An answer of an earlier visit may reach the server after its queue was loaded. The queue is then loaded again if no
       * record is on screen.
       */
      const noteArrived = (of: Delivery) => {
        const { status } = store.state().asked.wanted.criteria;
        if (of.datasetId !== datasetId || statusOf(of.response) !== status) return;
        arrived = of.recordId;
        loadWhatArrived();
      };
      const loadWhatArrived = () => {
        const { queue, apart, loading, asked, currentId } = store.state();
        if (arrived === null || loading || queue === null) return;
        const isKnown = apart?.record.id === arrived || itemOf(queue, arrived) !== undefined;
        arrived = null;
        if (currentId === null && !isKnown) void loader.show(asked.committed);
      };
      const stops = [
        outbox.onShownChange((change) => hear(store, change)),
        outbox.onDelivered(noteArrived),
        store.onChange(loadWhatArrived),
        connection.onConnected(loadWhatFailed),
        store.endLoad,
      ];
      void loader.show(store.state().asked.wanted, recordId);
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Shows a record's wanted response in the queue at once, from this or another tab. */
function hear(store: QueueStore, { recordId, response, elsewhere }: ShownChange): void {
  const { queue, apart, changedElsewhere } = store.state();
  const current = currentItem(store.state());
  const surprises = elsewhere && current?.record.id === recordId && !saysTheSame(current.response, response);
  const opened = apart?.record.id === recordId;
  store.set({
    queue: queue === null ? null : respond(queue, recordId, response),
    apart: opened ? { ...apart, response, status: statusOf(response), answeredHere: true } : apart,
    changedElsewhere: surprises ? new Set(changedElsewhere).add(recordId) : changedElsewhere,
  });
}
