import type { LabeledRecord } from "../records/labeled-record.ts";
import { type OwnResponse, statusOf } from "../records/record-status.ts";
import type { RecordStatus } from "../records/response.ts";

/** A record with its place in the queue (FQU-10) and the reader's response as the page shows it. */
export type QueueItem<Of extends LabeledRecord = LabeledRecord> = {
  readonly record: Of;
  /** From 1; it stays with the record for as long as the queue lives, so it is also the record's number in the session. */
  readonly page: number;
  readonly response: OwnResponse | null;
  readonly status: RecordStatus;
  readonly queryScore: number | null;
  /** The reader changed the response here, so it counts for more than what a later reply says of it. */
  readonly answeredHere: boolean;
  /** The queue's `changes` when the status last changed. */
  readonly changedAt: number;
};

/**
 * The records for the current criteria (FQU-09), ordered by page. What left the viewed status in this session stays, with its
 * new status, until the queue is loaded anew (FQU-24).
 */
export type RecordQueue = {
  readonly viewed: RecordStatus;
  readonly items: readonly QueueItem[];
  /** Records in the viewed status, as the server last told. */
  readonly total: number;
  /** Of these the ones after the last queued record. */
  readonly beyond: number;
  /** The last batch reached the total: nothing more exists. */
  readonly end: boolean;
  /** Counts changes of status, so that a reply can be compared with what changed after it was asked for. */
  readonly changes: number;
};

/** A record with the reader's response as a reply has them. */
export type FetchedRecord<Of extends LabeledRecord = LabeledRecord> = {
  readonly record: Of;
  readonly response: OwnResponse | null;
  readonly queryScore: number | null;
};
export type Batch<Of extends LabeledRecord = LabeledRecord> = {
  readonly items: readonly FetchedRecord<Of>[];
  readonly total: number;
};

/** The queue that a first reply makes; its first record gets the position wanted (FQU-11). `start` from 1. */
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

/** Records of the list after the window that was read from it at `start`. */
export function beyondWindow(start: number, { items, total }: Batch): number {
  return items.length === 0 ? 0 : Math.max(0, total - (start - 1) - items.length);
}

export function newItem(fetched: FetchedRecord, page: number, changedAt: number): QueueItem {
  return { ...fetched, page, status: statusOf(fetched.response), answeredHere: false, changedAt };
}

/** The reader's response to a record, before the server has it, after it was given up, or as the server confirmed it (FRS-05). */
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

/** The record to go on with after an answer: the next one still in the viewed status (FRS-13). */
export function nextOpen(queue: RecordQueue, recordId: string): QueueItem | undefined {
  const at = queue.items.findIndex((item) => item.record.id === recordId);
  return queue.items.slice(at + 1).find((item) => item.status === queue.viewed);
}

/** The first record still in the viewed status; at the end of the queue this is how skipped records come back. */
export function firstOpen(queue: RecordQueue, except?: string): QueueItem | undefined {
  return queue.items.find((item) => item.status === queue.viewed && item.record.id !== except);
}

/**
 * "348 left": the records before and after the queued ones, and the queued ones that are still in the viewed status
 * (design/annotation.md#position). Counted by places, for of an answer under way nobody knows whether the server's total
 * includes it.
 */
export function recordsLeft(queue: RecordQueue): number {
  const before = (queue.items[0]?.page ?? 1) - 1;
  const open = queue.items.filter((item) => item.status === queue.viewed).length;
  return before + open + queue.beyond;
}

/** FQU-26: an answered record with unsaved changes holds the reader back; all others, null, keep what was typed locally. */
export function holdsBack(status: RecordStatus, modified: boolean): "submitted" | "discarded" | null {
  return modified && (status === "submitted" || status === "discarded") ? status : null;
}
