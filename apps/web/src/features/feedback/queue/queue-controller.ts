import { firstOpen, itemOf, type QueueItem, type RecordQueue, recordsLeft, respond } from "@postil/domain/queue/queue";
import { ask, commit, rollback } from "@postil/domain/queue/queue-fetch";
import { saysTheSame, statusOf } from "@postil/domain/records/labeled-record";
import { PENDING_RECORDS, searchOf } from "@postil/domain/search/record-criteria";
import { failureOf } from "../../../lib/api/failure.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { Delivery, ShownChange } from "../../../lib/outbox/ports.ts";
import {
  createQueueFetcher,
  type FetchOptions,
  type KnownParts,
  type QueueFetcher,
  type RecordsApi,
} from "./queue-fetcher.ts";
import { createQueueBatches, createQueueMoves, type Move } from "./queue-moves.ts";
import { currentItem, hasPage, type QueueCriteria } from "./queue-state.ts";
import {
  createQueueConnection,
  createQueueStore,
  logUnlessShown,
  type QueueConnection,
  type QueueStore,
  type SessionNumbers,
  sessionNumbers,
} from "./queue-store.ts";

type QueuePorts = {
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

type LoaderPorts = {
  readonly store: QueueStore;
  readonly fetcher: QueueFetcher;
  readonly numbers: SessionNumbers;
  readonly connection: QueueConnection;
  readonly known: KnownParts;
  readonly ready: Promise<unknown>;
  readonly goTo: (item: QueueItem | undefined) => void;
  /** Called when the record to open does not exist. */
  readonly onMissing: () => void;
};

/** Loads records of other criteria, or a record that is not queued. The earlier records stay on screen until then (FQU-25). */
function createQueueLoader(ports: LoaderPorts) {
  const { store, fetcher, numbers, connection, known, ready, goTo, onMissing } = ports;

  async function show(
    wanted: QueueCriteria,
    recordId: string | null = null,
    quiet: FetchOptions["quiet"] = false,
  ): Promise<void> {
    const options = { signal: store.beginLoad(), quiet };
    const asked = ask(store.state().asked, wanted);
    store.set({ asked, opening: recordId, loading: true, waiting: null, failure: null });
    try {
      const opened = recordId === null ? null : fetcher.loadOne(recordId, options);
      const [queue, one] = await Promise.all([loadKnown(wanted, options), opened, ready]);
      if (options.signal.aborted) return;
      take(queue, one);
      if (recordId !== null && one === null) onMissing();
    } catch (failure) {
      if (!options.signal.aborted) fail(failure);
    }
  }

  async function loadKnown(wanted: QueueCriteria, options: FetchOptions): Promise<RecordQueue> {
    const asking = known(wanted.criteria);
    if (asking === null) return fetcher.load(wanted, options);
    const criteria = await asking;
    options.signal.throwIfAborted();
    const asked = { ...wanted, criteria };
    store.set({ asked: ask(store.state().asked, asked) });
    return fetcher.load(asked, options);
  }

  /**
   * After a failure the records on screen stay. If there are none and the server refuses the search of the address, the queue
   * opens without that search.
   */
  function fail(failure: unknown): void {
    const { asked, queue, opening } = store.state();
    const { criteria } = asked.wanted;
    const refused = REFUSALS.some((status) => status === failureOf(failure)?.status);
    if (queue === null && refused && searchOf(criteria) !== null)
      return void show(
        { ...asked.wanted, criteria: { ...PENDING_RECORDS, status: criteria.status }, page: 1 },
        opening,
      );
    // While earlier records are on screen, no record is left to open.
    store.set({ asked: rollback(asked), opening: queue === null ? opening : null, loading: false, failure });
  }

  function take(queue: RecordQueue, opened: QueueItem | null): void {
    const queued = opened === null ? undefined : itemOf(queue, opened.record.id);
    const apart = queued === undefined ? opened : null;
    const asked = commit(store.state().asked);
    const { criteria, page } = asked.committed;
    const shift = numbers.shiftOf(criteria, queue);
    const first =
      queued ?? opened ?? placeAsked(queue, page) ?? firstOpen(queue) ?? answeredAsked(queue, asked.committed);
    const currentId = first?.record.id ?? null;
    store.set({ asked, queue, shift, apart, opening: null, currentId, loading: false, waiting: null });
    numbers.note(criteria, queue, shift);
    goTo(first);
  }

  /** Loads the same queue from its first record. If the server cannot be reached, it retries as soon as it can. */
  async function loadAnew(): Promise<void> {
    await show({ ...store.state().asked.committed, page: 1 }, null, "unreached");
    if (connection.cutOff(store.state().failure)) connection.whenConnected(() => void loadAnew());
  }

  return {
    show,
    loadAnew,
    /** Loads a record that is not in the queue, and shows it. */
    async open(recordId: string): Promise<void> {
      const signal = store.signal();
      const apart = await fetcher.loadOne(recordId, { signal, quiet: false }).catch(logUnlessShown);
      if (apart === undefined || signal.aborted) return;
      if (apart === null) return onMissing();
      store.set({ apart });
      goTo(apart);
    },
  };
}

/**
 * The first record to show: the requested position. The results of a similarity search start at the first one. A record
 * answered here does not count, even if the server does not know the answer yet.
 */
function placeAsked(queue: RecordQueue, page: number): QueueItem | undefined {
  return queue.items.find((item) => item.page >= page && item.status === queue.viewed);
}

/**
 * If all loaded records were answered meanwhile and others are left, or in bulk view: the first of them. After the very last
 * answer no record is shown, as without a load (FQU-16).
 */
const answeredAsked = (queue: RecordQueue, { size }: QueueCriteria): QueueItem | undefined =>
  size === null && recordsLeft(queue) === 0 ? undefined : queue.items[0];

/** The server refuses a search if it names something that does not exist or is invalid. */
const REFUSALS = [400, 404, 422] as const;
