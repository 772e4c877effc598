import {
  firstOpen,
  itemOf,
  type QueueItem,
  type RecordQueue,
  recordsLeft,
  respond,
  wantsMore,
} from "@postil/domain/queue/queue";
import { ask, commit, criteriaOf, rollback } from "@postil/domain/queue/queue-criteria";
import { saysTheSame, statusOf } from "@postil/domain/records/record-status";
import { namesParts } from "@postil/domain/search/known-criteria";
import { PENDING_RECORDS, type RecordCriteria, searchOf } from "@postil/domain/search/record-criteria";
import { failureOf } from "../../lib/api/failure.ts";
import { createEmitter } from "../../lib/emitter.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import type { ShownChange } from "../../lib/outbox/ports.ts";
import { createQueueFetcher } from "./queue-fetcher.ts";
import { currentItem, type QueueCriteria, type QueueState } from "./queue-state.ts";
import type { FetchOptions, RecordsApi } from "./records-api.ts";
import { sessionNumbers } from "./session-numbers.ts";
import { ADVANCE, hasPage, NEXT, PREVIOUS, type Side, type Way } from "./ways.ts";

/** What became of a move: the record is on screen; its batch is on the way, or will be; there is none in that direction. */
export type Move = "moved" | "waiting" | "nowhere";

export type QueuePorts = {
  readonly datasetId: string;
  readonly api: RecordsApi;
  readonly outbox: OutboxService;
  /** The criteria without what is not in the dataset; asked only of criteria that name something. */
  readonly known: (criteria: RecordCriteria) => Promise<RecordCriteria>;
  /** Resolves when what the browser keeps of the user's work is in memory; nothing is shown before. */
  readonly ready: Promise<unknown>;
};

/**
 * The records of one dataset in focus view. Moving among the queued records is synchronous; batches come in the background.
 * `domain/queue` decides; here is what happens around it.
 */
export function createQueueController({ datasetId, api, outbox, known, ready }: QueuePorts, first: QueueCriteria) {
  let state: QueueState = {
    asked: criteriaOf(first),
    queue: null,
    apart: null,
    shift: 0,
    currentId: null,
    loading: true,
    waiting: null,
    failure: null,
    changedElsewhere: new Set(),
  };
  const fetcher = createQueueFetcher(datasetId, api, outbox);
  const numbers = sessionNumbers(outbox, datasetId);
  const changed = createEmitter<void>();
  const ended = createEmitter<void>();
  const missing = createEmitter<void>();
  let loading = new AbortController();
  /** The batch under way; one at a time. */
  let batch: Promise<void> | null = null;
  /** What the reader waits for the connection to do. */
  let onward = () => {};

  function set(change: Partial<QueueState>): void {
    state = { ...state, ...change };
    changed.emit();
  }

  function hear({ recordId, response, elsewhere }: ShownChange): void {
    const { queue, apart, changedElsewhere } = state;
    const current = currentItem(state);
    const surprises = elsewhere && current?.record.id === recordId && !saysTheSame(current.response, response);
    const opened = apart?.record.id === recordId;
    set({
      queue: queue === null ? null : respond(queue, recordId, response),
      apart: opened ? { ...apart, response, status: statusOf(response), answeredHere: true } : apart,
      changedElsewhere: surprises ? new Set(changedElsewhere).add(recordId) : changedElsewhere,
    });
  }

  /** Loads the records of the wanted criteria; the earlier ones stay until these are here (FQU-25). */
  async function show(
    wanted: QueueCriteria,
    recordId: string | null = null,
    quiet: FetchOptions["quiet"] = false,
  ): Promise<void> {
    loading.abort();
    loading = new AbortController();
    batch = null;
    const options = { signal: loading.signal, quiet };
    set({ asked: ask(state.asked, wanted), loading: true, waiting: null, failure: null });
    try {
      const opened = recordId === null ? null : fetcher.loadOne(recordId, options);
      const [queue, one] = await Promise.all([loadKnown(wanted, options), opened, ready]);
      if (options.signal.aborted) return;
      take(queue, one);
      if (recordId !== null && one === null) missing.emit();
    } catch (failure) {
      if (!options.signal.aborted) fail(failure);
    }
  }

  async function loadKnown(wanted: QueueCriteria, options: FetchOptions): Promise<RecordQueue> {
    if (!namesParts(wanted.criteria)) return fetcher.load(wanted, options);
    const criteria = await known(wanted.criteria);
    options.signal.throwIfAborted();
    const asked = { ...wanted, criteria };
    set({ asked: ask(state.asked, asked) });
    return fetcher.load(asked, options);
  }

  /** The records on screen stay. With none yet, an address that the server refuses opens without what it refuses. */
  function fail(failure: unknown): void {
    const refused = REFUSALS.some((status) => status === failureOf(failure)?.status);
    const { status } = state.asked.wanted.criteria;
    const narrowed = searchOf(state.asked.wanted.criteria) !== null;
    if (state.queue === null && refused && narrowed)
      return void show({ ...state.asked.wanted, criteria: { ...PENDING_RECORDS, status }, page: 1 });
    set({ asked: rollback(state.asked), loading: false, failure });
  }

  function take(queue: RecordQueue, opened: QueueItem | null): void {
    const known = opened === null ? undefined : itemOf(queue, opened.record.id);
    const apart = known === undefined ? opened : null;
    const asked = commit(state.asked);
    const shift = numbers.shiftOf(asked.committed.criteria, queue);
    set({ asked, queue, shift, apart, currentId: null, loading: false });
    number();
    goTo(known ?? opened ?? placeAsked(queue) ?? firstOpen(queue) ?? queue.items[0]);
  }

  /**
   * Where the reader goes on: the queue begins at the place asked for, similar records always at the first. A record that is
   * answered here, though the server may not know yet, is not that place.
   */
  function placeAsked(queue: RecordQueue): QueueItem | undefined {
    const { page } = state.asked.committed;
    return queue.items.find((item) => item.page >= page && item.status === queue.viewed);
  }

  function goTo(item: QueueItem | undefined): Move {
    if (item === undefined) return "nowhere";
    set({ currentId: item.record.id, waiting: null, changedElsewhere: new Set() });
    if (state.queue !== null && item !== state.apart && readsAhead() && wantsMore(state.queue, item.page)) readAhead();
    return "moved";
  }

  /** In bulk view one page is shown at a time, and similar records come all at once (FQU-14, FQU-17). */
  function readsAhead(): boolean {
    const { criteria, size } = state.asked.committed;
    return size === null && criteria.similarity === null;
  }

  /** FQU-15. What fails is asked for again with the next move. */
  function readAhead(): void {
    grow("next", true).catch((error: unknown) => console.warn("No records could be fetched ahead", error));
  }

  /** Adds a batch at one end of the queue, or joins the one that is under way. */
  function grow(side: Side, quiet: FetchOptions["quiet"]): Promise<void> {
    batch ??= extend(side, { signal: loading.signal, quiet }).finally(() => {
      batch = null;
    });
    return batch;
  }

  async function extend(side: Side, options: FetchOptions): Promise<void> {
    const load = side === "next" ? fetcher.loadNext : fetcher.loadPrevious;
    const current = () => state.queue && { queue: state.queue, criteria: state.asked.committed };
    const queue = await load(current, options);
    if (queue === null) return;
    set({ queue });
    number();
  }

  function number(): void {
    if (state.queue !== null) numbers.note(state.asked.committed.criteria, state.queue, state.shift);
  }

  /** Leaves the current record. Beyond the queued records it asks for more and goes on when they are here. */
  function leave(way: Way, atEnd: () => void): Move {
    const { queue, apart, currentId } = state;
    if (queue === null) return "nowhere";
    if (currentId === null) return goTo(way.side === "previous" ? queue.items.at(-1) : undefined);
    if (apart?.record.id === currentId) return leaveApart(way, queue, atEnd);
    const target = way.target(queue, currentId);
    if (target !== undefined) return goTo(target);
    return leaveBeyond(way, queue, atEnd);
  }

  /** The queue goes on where it begins. */
  function leaveApart(way: Way, queue: RecordQueue, atEnd: () => void): Move {
    if (way.side === "previous") return "nowhere";
    const next = firstOpen(queue) ?? (way === NEXT ? queue.items[0] : undefined);
    if (next === undefined) atEnd();
    return goTo(next);
  }

  /** There is no queued record that way. */
  function leaveBeyond(way: Way, queue: RecordQueue, atEnd: () => void): Move {
    if (way.side === "previous" && (queue.items[0]?.page ?? 1) === 1) return "nowhere";
    if (state.asked.committed.criteria.similarity !== null) {
      atEnd();
      return "nowhere";
    }
    if (state.waiting !== "batch") whenConnected(() => void goPast(way, atEnd));
    return "waiting";
  }

  async function goPast(way: Way, atEnd: () => void): Promise<void> {
    const { signal } = loading;
    const { currentId } = state;
    set({ waiting: "batch" });
    const target = await reach(way).catch((error: unknown) => (cutOff(error) ? "cut off" : logUnlessShown(error)));
    if (signal.aborted || state.waiting === null || state.currentId !== currentId) return;
    if (target === "cut off") return whenConnected(() => void goPast(way, atEnd));
    set({ waiting: null });
    if (target === null) atEnd();
    else goTo(target);
  }

  /** Goes on now, or by itself as soon as the server can be reached, unless the reader has turned to something else. */
  function whenConnected(go: () => void): void {
    if (outbox.state().online) go();
    else {
      onward = go;
      set({ waiting: "connection" });
    }
  }

  /** No reply came, and none would. */
  const cutOff = (error: unknown) => failureOf(error)?.status === null && !outbox.state().online;

  function connected(): void {
    if (state.waiting === "connection") onward();
    else if (state.queue === null && !state.loading && state.failure !== null) void show(state.asked.wanted);
  }

  /** The record beyond the queued ones; null when nothing more exists. Rejects when it could not be asked for. */
  async function reach(way: Way): Promise<QueueItem | null> {
    const from = state.currentId;
    const target = () => (from === null || state.queue === null ? undefined : way.target(state.queue, from));
    // A batch that was asked for ahead may bring it. If that one fails, it is asked for again, aloud.
    await batch?.catch(() => undefined);
    if (target() === undefined) await grow(way.side, "unreached");
    return target() ?? null;
  }

  /** After an answer: records that were passed over come back, those before the first one too; then the queue is done. */
  function goRound(): void {
    const { queue, currentId } = state;
    if (queue === null || goTo(firstOpen(queue, currentId ?? undefined)) === "moved") return;
    const open = queue.items.filter((item) => item.status === queue.viewed).length;
    const { similarity } = state.asked.committed.criteria;
    if (similarity === null && recordsLeft(queue) > open) whenConnected(() => void showAnew());
    else if (open > 0) ended.emit();
    // The last one is answered: what stands in its place says so (design/states.md).
    else set({ currentId: null, waiting: null });
  }

  async function showAnew(): Promise<void> {
    await show({ ...state.asked.committed, page: 1 }, null, "unreached");
    if (cutOff(state.failure)) whenConnected(() => void showAnew());
  }

  return {
    state: () => state,
    onChange: changed.on,
    /** FQU-16: there is nothing more in this queue; the current record stays. */
    onEnd: ended.on,
    /** A record that was to be opened is not there. */
    onMissing: missing.on,
    show,
    /** The same criteria anew, from where the reader is. */
    reload: (page: number, recordId: string | null = null) => show({ ...state.asked.committed, page }, recordId),
    /** The next or previous page of the bulk view; nothing happens where there is none. */
    turnPage(direction: 1 | -1): void {
      const { queue, asked } = state;
      if (queue === null || !hasPage(queue, asked.committed, direction)) return;
      void show({ ...asked.committed, page: fetcher.pageStart(queue, asked.committed, direction) });
    },
    next: () => leave(NEXT, ended.emit),
    previous: () => leave(PREVIOUS, () => undefined),
    /**
     * Goes on after an answer, or without one: at the end, records that were passed over come back
     * (design/annotation.md#actions).
     */
    advance: () => leave(ADVANCE, goRound),
    /** Shows a record of the queue at once, any other one as soon as it is here. */
    open(recordId: string): Move {
      const queued = state.queue === null ? undefined : itemOf(state.queue, recordId);
      if (queued !== undefined) return goTo(queued);
      void fetchApart(recordId);
      return "waiting";
    },
    /** The reader has something to do here and waits for no other record. */
    stay: () => state.waiting !== null && set({ waiting: null }),
    /** The reader has taken note of a change made in another tab. */
    acknowledge(recordId: string): void {
      const changedElsewhere = new Set(state.changedElsewhere);
      if (changedElsewhere.delete(recordId)) set({ changedElsewhere });
    },
    /** Begins to load and to follow the outbox. Returns the way to stop. */
    start(recordId: string | null): () => void {
      let online = outbox.state().online;
      const followConnection = () => {
        const was = online;
        online = outbox.state().online;
        if (online && !was) connected();
      };
      const stops = [outbox.onShownChange(hear), outbox.onChange(followConnection), () => loading.abort()];
      void show(state.asked.wanted, recordId);
      return () => {
        for (const stop of stops) stop();
      };
    },
  };

  async function fetchApart(recordId: string): Promise<void> {
    const { signal } = loading;
    const apart = await fetcher.loadOne(recordId, { signal, quiet: false }).catch(logUnlessShown);
    if (apart === undefined || signal.aborted) return;
    if (apart === null) return missing.emit();
    set({ apart });
    goTo(apart);
  }
}

/** Of a search: something it names is not there, or not as it says. */
const REFUSALS = [400, 404, 422] as const;

/** The client has shown a request that failed, and nobody misses one that was called off. The rest are mistakes of ours. */
function logUnlessShown(error: unknown): undefined {
  const calledOff = error instanceof DOMException && error.name === "AbortError";
  if (!calledOff && failureOf(error) === null) console.error("The records could not be shown", error);
}
