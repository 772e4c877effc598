import { neighbour, nextOpen, type QueueItem, type RecordQueue, recordsLeft } from "@postil/domain/queue/queue";
import type { Criteria } from "@postil/domain/queue/queue-fetch";
import { openAhead } from "@postil/domain/queue/read-ahead";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordsAddress } from "@postil/domain/search/record-criteria";
import type { SavedState } from "../../../lib/outbox/ports.ts";

/** The records to show, the position to start at (`page`, from 1: `client.page` of FQU-09), and the page size (`size`). */
export type QueueCriteria = Omit<RecordsAddress, "record">;

/** The state of the page's records. `queue` belongs to the committed criteria; null before the first load. */
export type QueueState = {
  readonly asked: Criteria<QueueCriteria>;
  readonly queue: RecordQueue | null;
  /** A record that was opened by its id and is not in the queue. */
  readonly apart: QueueItem | null;
  /** The record that the last load opens. Null if the position decides, and after the record is loaded. */
  readonly opening: string | null;
  readonly currentId: string | null;
  /** The difference between a record's number in the session and its place in the queue. */
  readonly shift: number;
  /** True while the wanted records, or the wanted record, are loading. */
  readonly loading: boolean;
  /** The user went past the last queued record and waits for the next batch, or for the connection. */
  readonly waiting: Waiting;
  /** The error of the last load. Null when it succeeded. */
  readonly failure: unknown;
  /** Records whose response another tab changed while they were on screen here. */
  readonly changedElsewhere: ReadonlySet<string>;
};

export type Waiting = "batch" | "connection" | null;

export type ShownItem = Omit<QueueItem<FeedbackRecord>, "page"> & {
  /** Its number in the session. Null for a record opened by its id. */
  readonly position: number | null;
  readonly saved: SavedState;
  readonly changedElsewhere: boolean;
};

/** The queue as the page shows it. */
export type ShownQueue = {
  /** `loading`: no record to show yet. `failed`: the load failed. `empty`: there is no record in this queue. */
  readonly phase: "loading" | "ready" | "empty" | "failed";
  readonly current: ShownItem | null;
  /** The records of the page in bulk view. Empty in focus view. */
  readonly items: readonly ShownItem[];
  /** The criteria of the records on screen. New criteria become committed when their records arrive (FQU-25). */
  readonly committed: QueueCriteria;
  /** The last requested criteria. If their load failed, the earlier ones. */
  readonly wanted: QueueCriteria;
  /** The status of the queue on screen. */
  readonly status: RecordStatus;
  /** The position of the first queued record, from 1. */
  readonly start: number;
  /** Number of records that match the criteria, as the server last reported. */
  readonly total: number;
  /** True while records of other criteria, or of another position, are loading. */
  readonly loading: boolean;
  /** True while another load runs and the earlier records stay on screen. */
  readonly reloading: boolean;
  readonly waiting: Waiting;
  readonly left: number;
  /** Number of loaded records after the one on screen. Null in bulk view, which shows all of them. */
  readonly ahead: number | null;
  /** For the address: the record's place in the server's queue, so that a reload returns to it. */
  readonly page: number;
  /** For the address: the record on screen, if its place alone would not find it. */
  readonly recordId: string | null;
  readonly hasPrevious: boolean;
  readonly failure: unknown;
};

export function currentItem({ queue, apart, currentId }: QueueState): QueueItem | null {
  if (apart !== null && apart.record.id === currentId) return apart;
  return queue?.items.find((item) => item.record.id === currentId) ?? null;
}

export function shownQueue(state: QueueState, savedOf: (recordId: string) => SavedState): ShownQueue {
  const { queue, failure, loading } = state;
  const { committed, wanted } = state.asked;
  const item = currentItem(state);
  const show = (one: QueueItem) => shown(state, one, savedOf(one.record.id));
  const placed = queue === null || item === null || item === state.apart ? null : placeOf(queue, item);
  const start = queue?.items[0]?.page ?? 1;
  return {
    phase: item !== null ? "ready" : loading ? "loading" : failure !== null ? "failed" : "empty",
    current: item === null ? null : show(item),
    items: queue === null || committed.size === null ? [] : queue.items.map(show),
    committed,
    wanted,
    status: queue?.viewed ?? committed.criteria.status,
    start,
    total: queue?.total ?? 0,
    loading,
    reloading: loading && item !== null,
    waiting: state.waiting,
    left: queue === null ? 0 : recordsLeft(queue),
    ahead: aheadOf(state, item),
    page: committed.size === null ? (placed ?? committed.page) : start,
    recordId: elsewhere(state, item),
    hasPrevious: hasPrevious(state, item),
    failure,
  };
}

function aheadOf({ queue, apart, asked }: QueueState, item: QueueItem | null): number | null {
  if (queue === null || asked.committed.size !== null) return null;
  return openAhead(queue, item === null || item === apart ? 0 : item.page);
}

function shown(state: QueueState, item: QueueItem, saved: SavedState): ShownItem {
  const { page, ...rest } = item;
  // The queue does not read the record's content, so its records have the type that `RecordsApi` returned.
  const record = item.record as FeedbackRecord;
  const position = item === state.apart ? null : page + state.shift;
  return { ...rest, record, position, saved, changedElsewhere: state.changedElsewhere.has(record.id) };
}

/**
 * The id of the record on screen if it is no longer in the queue: it was opened by id, answered, or is now a draft (AUT-11).
 */
function elsewhere({ queue, apart, asked }: QueueState, item: QueueItem | null): string | null {
  if (item === null || asked.committed.size !== null) return null;
  return item === apart || item.status !== queue?.viewed ? item.record.id : null;
}

/** When everything is answered, the last record is the previous one. */
function hasPrevious({ queue, apart }: QueueState, item: QueueItem | null): boolean {
  if (item === null) return queue !== null && queue.items.length > 0;
  return item !== apart && item.page > 1;
}

/** The place minus the number of earlier records that have left the queue. */
function placeOf(queue: RecordQueue, item: QueueItem): number {
  const left = queue.items.filter((other) => other.page < item.page && other.status !== queue.viewed).length;
  return Math.max(1, item.page - left);
}

export type Side = "next" | "previous";
/** A direction to leave a record: finds its target in the queue. `side` is the end at which more records are loaded. */
export type Direction = {
  readonly side: Side;
  readonly target: (queue: RecordQueue, recordId: string) => QueueItem | undefined;
};
export const NEXT: Direction = { side: "next", target: (queue, recordId) => neighbour(queue, recordId, 1) };
export const PREVIOUS: Direction = { side: "previous", target: (queue, recordId) => neighbour(queue, recordId, -1) };
export const ADVANCE: Direction = { side: "next", target: nextOpen };

/** True if the bulk view has a page in this direction. Results of a similarity search are one page. */
export function hasPage(queue: RecordQueue, { criteria }: QueueCriteria, direction: 1 | -1): boolean {
  if (criteria.similarity !== null) return false;
  return direction === 1 ? !queue.end : (queue.items[0]?.page ?? 1) > 1;
}
