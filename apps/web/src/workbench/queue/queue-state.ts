import { type QueueItem, type RecordQueue, recordsLeft } from "@postil/domain/queue/queue";
import type { Criteria } from "@postil/domain/queue/queue-criteria";
import { openAhead } from "@postil/domain/queue/read-ahead";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { RecordStatus } from "@postil/domain/records/response";
import type { RecordsAddress } from "@postil/domain/search/records-address";
import type { SavedState } from "../../lib/outbox/ports.ts";

/** Which records are shown, where among them to begin (`page`, from 1: `client.page` of FQU-09), and how many at a time (`size`). */
export type QueueCriteria = Omit<RecordsAddress, "record">;

/** What the page knows of its records. `queue` is that of the committed criteria; null before the first load. */
export type QueueState = {
  readonly asked: Criteria<QueueCriteria>;
  readonly queue: RecordQueue | null;
  /** A record that was opened by its id and is not in the queue. */
  readonly apart: QueueItem | null;
  /** The record that the last load is to open; null where its place says which, and once the record is here. */
  readonly opening: string | null;
  readonly currentId: string | null;
  /** By how much the numbers of the session are ahead of the places in the queue. */
  readonly shift: number;
  /** Records of the wanted criteria, or the wanted record, are being loaded. */
  readonly loading: boolean;
  /** The reader went past the last queued record and waits for the next batch, or for the server to be reached for it. */
  readonly waiting: Waiting;
  /** Why the last load failed; null when it did not. */
  readonly failure: unknown;
  /** Records whose response was changed in another tab while they were on screen here. */
  readonly changedElsewhere: ReadonlySet<string>;
};

export type Waiting = "batch" | "connection" | null;

/** A record as the page shows it. */
export type ShownItem<Of extends LabeledRecord = LabeledRecord> = Omit<QueueItem<Of>, "page"> & {
  /** Its number in the session; null for a record opened by its id. */
  readonly position: number | null;
  readonly saved: SavedState;
  readonly changedElsewhere: boolean;
};

/** What the page shows of the queue. */
export type ShownQueue<Of extends LabeledRecord = LabeledRecord> = {
  /** `loading`: nothing to show yet. `failed`: nothing could be loaded. `empty`: there is no record in this queue. */
  readonly phase: "loading" | "ready" | "empty" | "failed";
  readonly current: ShownItem<Of> | null;
  /** The records of the page in bulk view; none in focus view. */
  readonly items: readonly ShownItem<Of>[];
  /** What the records on screen answer to; what is asked for counts once its records are there (FQU-25). */
  readonly committed: QueueCriteria;
  /** What was asked for last, and what is in force again when that failed. */
  readonly wanted: QueueCriteria;
  /** That of the records on screen. */
  readonly status: RecordStatus;
  /** The position of the first queued record, from 1. */
  readonly start: number;
  /** Records that answer to the criteria, as the server last told. */
  readonly total: number;
  /** Records of other criteria, or of another place, are on their way. */
  readonly loading: boolean;
  /** Another load is under way while the earlier records stay on screen. */
  readonly reloading: boolean;
  readonly waiting: Waiting;
  readonly left: number;
  /** Records beyond the one on screen that are there without the server; null in bulk view, which shows all of them. */
  readonly ahead: number | null;
  /** For the address: where the current record stands in the queue as the server has it, so that a reload comes back to it. */
  readonly page: number;
  /** For the address: the record on screen, where its place alone would not bring it back. */
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
  const recordId = item.record.id;
  const position = item === state.apart ? null : page + state.shift;
  return { ...rest, position, saved, changedElsewhere: state.changedElsewhere.has(recordId) };
}

/** The record on screen where it is not in the queue, or not any more: it was answered, or is a draft by now (AUT-11). */
function elsewhere({ queue, apart, asked }: QueueState, item: QueueItem | null): string | null {
  if (item === null || asked.committed.size !== null) return null;
  return item === apart || item.status !== queue?.viewed ? item.record.id : null;
}

/** Where everything is answered the last record is the one before. */
function hasPrevious({ queue, apart }: QueueState, item: QueueItem | null): boolean {
  if (item === null) return queue !== null && queue.items.length > 0;
  return item !== apart && item.page > 1;
}

/** The page less the records before it that have left the queue. */
function placeOf(queue: RecordQueue, item: QueueItem): number {
  const left = queue.items.filter((other) => other.page < item.page && other.status !== queue.viewed).length;
  return Math.max(1, item.page - left);
}
