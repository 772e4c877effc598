import { type LabeledRecord, type OwnResponse, type RecordStatus, statusOf } from "../records/labeled-record.ts";

/** A record with its place in the queue (FQU-10) and the reader's response as the page shows it. */
export type QueueItem<Of extends LabeledRecord = LabeledRecord> = {
  readonly record: Of;
  /** From 1. It never changes while the queue exists, so it is also the record's number in the session. */
  readonly page: number;
  readonly response: OwnResponse | null;
  readonly status: RecordStatus;
  readonly queryScore: number | null;
  /** True if the reader changed the response here: it then counts for more than a later reply. */
  readonly answeredHere: boolean;
  /** The queue's `changes` when the status last changed. */
  readonly changedAt: number;
};

/**
 * The records for the current criteria (FQU-09), ordered by page. A record that left the viewed status in this session
 * stays, with its new status, until the queue is loaded again (FQU-24).
 */
export type RecordQueue = {
  readonly viewed: RecordStatus;
  readonly items: readonly QueueItem[];
  /** Number of records in the viewed status, from the server's last reply. */
  readonly total: number;
  /** Number of these records after the last queued one. */
  readonly beyond: number;
  /** True if the last batch reached the total: no more records exist. */
  readonly end: boolean;
  /** Number of status changes, so that a reply can be compared with the changes made after its request. */
  readonly changes: number;
};

export type FetchedRecord<Of extends LabeledRecord = LabeledRecord> = {
  readonly record: Of;
  readonly response: OwnResponse | null;
  readonly queryScore: number | null;
};
export type Batch<Of extends LabeledRecord = LabeledRecord> = {
  readonly items: readonly FetchedRecord<Of>[];
  readonly total: number;
};

/** The queue made from a first reply; its first record gets the wanted position (FQU-11). `start` is from 1. */
export function loadQueue(viewed: RecordStatus, start: number, { items, total }: Batch): RecordQueue {
  return {
    viewed,
    items: items.map((fetched, index) => newItem(fetched, start + index, 0)),
    total,
    beyond: beyondWindow(start, { items, total }),
    end: start - 1 + items.length >= total,
    changes: 0,
  };
}

/** Number of records in the list after the window that was read at `start`. */
export function beyondWindow(start: number, { items, total }: Batch): number {
  return items.length === 0 ? 0 : Math.max(0, total - (start - 1) - items.length);
}

export function newItem(fetched: FetchedRecord, page: number, changedAt: number): QueueItem {
  return { ...fetched, page, status: statusOf(fetched.response), answeredHere: false, changedAt };
}

/** The response before the server has it, after it was given up, or as it was confirmed (FRS-05). */
export function respond(queue: RecordQueue, recordId: string, response: OwnResponse | null): RecordQueue {
  const at = queue.items.findIndex((item) => item.record.id === recordId);
  const item = queue.items[at];
  if (item === undefined) return queue;
  const status = statusOf(response);
  const moved = status !== item.status;
  const changes = queue.changes + (moved ? 1 : 0);
  const changed = { ...item, response, status, answeredHere: true, changedAt: moved ? changes : item.changedAt };
  return { ...queue, changes, items: queue.items.with(at, changed) };
}

export function itemOf(queue: RecordQueue, recordId: string): QueueItem | undefined {
  return queue.items.find((item) => item.record.id === recordId);
}

/** The record after or before another in the queue; undefined where the queue ends. */
export function neighbour(queue: RecordQueue, recordId: string, direction: 1 | -1): QueueItem | undefined {
  const at = queue.items.findIndex((item) => item.record.id === recordId);
  return at === -1 ? undefined : queue.items[at + direction];
}

/** The next record to show after an answer: the next one that is still in the viewed status (FRS-13). */
export function nextOpen(queue: RecordQueue, recordId: string): QueueItem | undefined {
  const at = queue.items.findIndex((item) => item.record.id === recordId);
  return queue.items.slice(at + 1).find((item) => item.status === queue.viewed);
}

/** The first record that is still in the viewed status. At the end of the queue, skipped records come back this way. */
export function firstOpen(queue: RecordQueue, except?: string): QueueItem | undefined {
  return queue.items.find((item) => item.status === queue.viewed && item.record.id !== except);
}

/**
 * "348 left": the records before and after the queued ones, and the queued ones that are still in the viewed status
 * (design/annotation.md#position). It is computed from positions, because the server's total may or may not include an
 * answer that is being sent.
 */
export function recordsLeft(queue: RecordQueue): number {
  const before = (queue.items[0]?.page ?? 1) - 1;
  const open = queue.items.filter((item) => item.status === queue.viewed).length;
  return before + open + queue.beyond;
}

/**
 * FQU-26: the status if an answered record has unsaved changes and so the reader must decide first; null for all other
 * records, which keep the typed text in the browser.
 */
export function holdsBack(status: RecordStatus, modified: boolean): "submitted" | "discarded" | null {
  return modified && (status === "submitted" || status === "discarded") ? status : null;
}
