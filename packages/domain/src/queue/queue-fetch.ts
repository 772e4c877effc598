import type { RecordCriteria, Scope } from "../search/record-criteria.ts";
import type { BulkSize } from "../search/records-address.ts";
import { type Batch, beyondWindow, newItem, type QueueItem, type RecordQueue } from "./queue.ts";

const FOCUS_BATCH = 10;

/** The wanted criteria are used once their records have arrived (FQU-25). */
export type Criteria<T> = { readonly committed: T; readonly wanted: T };

export function criteriaOf<T>(value: T): Criteria<T> {
  return { committed: value, wanted: value };
}

export function ask<T>(criteria: Criteria<T>, wanted: T): Criteria<T> {
  return { ...criteria, wanted };
}

/** The records of the wanted criteria have arrived. */
export function commit<T>(criteria: Criteria<T>): Criteria<T> {
  return criteriaOf(criteria.wanted);
}

/** The load failed, or the reader would not leave a changed record. */
export function rollback<T>(criteria: Criteria<T>): Criteria<T> {
  return criteriaOf(criteria.committed);
}

/** True for an empty page other than the first: the reader is taken to page 1 (FQU-13). */
export function fallsBackToFirst(page: number, found: number): boolean {
  return found === 0 && page > 1;
}

/**
 * The records to fetch. `start` is the position of the first record, from 1; on the wire `offset` is one less (FQU-03).
 */
export type FetchWindow = { readonly start: number; readonly size: number };

/** The view settings that a fetch depends on (FQU-02, FQU-12). */
export type FetchSettings = {
  readonly mode: "focus" | "bulk";
  /** Records per fetch: `client.many`. */
  readonly many: number;
  /** The reader has just switched between bulk and focus view (FQU-18). */
  readonly switched: boolean;
  /** Number of similar records to fetch while a similarity filter is active; null: no such filter. */
  readonly similar: number | null;
  /** True if the list is filtered or sorted by the reader's answers, so that each answer may move its record. */
  readonly moving: boolean;
};

export function fetchSettings(criteria: RecordCriteria, size: BulkSize | null): FetchSettings {
  const ofAnswers = ({ scope }: { scope: Scope }) => scope.entity === "response";
  return {
    mode: size === null ? "focus" : "bulk",
    many: size ?? FOCUS_BATCH,
    switched: false,
    similar: criteria.similarity?.limit ?? null,
    moving: criteria.filters.some(ofAnswers) || criteria.sort.some(ofAnswers),
  };
}

/** Ids of records whose answer is being sent: the server may not count them as the page does. */
type Unsettled = ReadonlySet<string>;

/**
 * The window for a wanted page. The cases are tested in the order of FQU-23: similarity (FQU-17), switched view
 * (FQU-18), after the last queued record (FQU-19, FQU-20), before the first (FQU-21, FQU-22), else the page itself.
 */
export function fetchWindow(
  queue: RecordQueue,
  page: number,
  settings: FetchSettings,
  unsettled: Unsettled,
): FetchWindow {
  const { many } = settings;
  if (settings.similar !== null) return { start: 1, size: settings.similar };
  const first = queue.items[0];
  const last = queue.items.at(-1);
  if (settings.switched || first === undefined || last === undefined) return { start: page, size: many };
  if (page > last.page)
    return { start: Math.max(1, last.page + 1 - gone(queue, settings, unsettled).length), size: many };
  if (page < first.page) {
    const back = settings.mode === "bulk" ? many : 1;
    return { start: Math.max(1, first.page - back), size: back };
  }
  return { start: page, size: many };
}

/** Queued records that the server may have moved already, because the reader answered them. */
function gone(queue: RecordQueue, { moving }: FetchSettings, unsettled: Unsettled): QueueItem[] {
  const left = (item: QueueItem) => item.status !== queue.viewed || (moving && item.answeredHere);
  return queue.items.filter((item) => left(item) || unsettled.has(item.record.id));
}

function pageAfter(queue: RecordQueue): number {
  return (queue.items.at(-1)?.page ?? 0) + 1;
}

/** A fetch of the records after the last queued one, with the facts needed to check its reply. */
export type AppendPlan = FetchWindow & {
  readonly attempt: number;
  /** The queue's `changes` when the plan was made. */
  readonly asOf: number;
  readonly gone: ReadonlySet<string>;
  readonly settings: FetchSettings;
};

/** The server's limit of one page (contract, section 8). */
const LARGEST_FETCH = 1000;

/**
 * Plans the next batch (FQU-14, FQU-20). The server's list shrinks whenever an answer arrives there. If answers arrive
 * between planning and reading, the window may begin too late. If they arrive late, it may hold only records that are
 * queued already. Each further attempt therefore begins earlier and reaches further.
 */
export function planAppend(queue: RecordQueue, settings: FetchSettings, unsettled: Unsettled, attempt = 0): AppendPlan {
  const { many } = settings;
  const next = fetchWindow(queue, pageAfter(queue), settings, unsettled).start;
  const back = attempt === 0 ? 0 : many * 2 ** (attempt - 1);
  return {
    start: Math.max(1, next - back),
    size: Math.min(LARGEST_FETCH, many * 2 ** attempt + back),
    attempt,
    asOf: queue.changes,
    gone: new Set(gone(queue, settings, unsettled).map((item) => item.record.id)),
    settings,
  };
}

/** `again`: the reply is of no use, or has nothing new although more exist; fetch a wider window. */
type Appended = { readonly queue: RecordQueue; readonly again: boolean };

/** Records that are queued already are replaced (FQU-14), but an answer given here stays. */
export function append(queue: RecordQueue, plan: AppendPlan, batch: Batch, unsettled: Unsettled): Appended {
  const exhausted = plan.size >= LARGEST_FETCH;
  const known = new Set(queue.items.map((item) => item.record.id));
  const fresh = batch.items.filter((fetched) => !known.has(fetched.record.id));
  const adjoins = fresh.length < batch.items.length || plan.start <= earliestStart(queue, plan, unsettled);
  if (!adjoins && !exhausted) return { queue, again: true };
  const end = batch.items.length === 0 || plan.start - 1 + batch.items.length >= batch.total;
  if (fresh.length === 0 && !end && !exhausted) return { queue, again: true };
  const next = pageAfter(queue);
  const items = [
    ...refresh(queue, batch),
    ...fresh.map((fetched, index) => newItem(fetched, next + index, queue.changes)),
  ];
  return { queue: { ...queue, items, total: batch.total, beyond: beyondWindow(plan.start, batch), end }, again: false };
}

/**
 * The earliest position that the record after the queue can have had when the server read the window. Every record that
 * may have been absent at any moment between planning and now counts as absent. If a reply begins later and shares no
 * record with the queue, there may be a gap before it.
 */
function earliestStart(queue: RecordQueue, plan: AppendPlan, unsettled: Unsettled): number {
  const absent = new Set(plan.gone);
  for (const item of gone(queue, plan.settings, unsettled)) absent.add(item.record.id);
  for (const item of queue.items) if (item.changedAt > plan.asOf) absent.add(item.record.id);
  return pageAfter(queue) - absent.size;
}

function refresh(queue: RecordQueue, batch: Batch): QueueItem[] {
  const replies = new Map(batch.items.map((fetched) => [fetched.record.id, fetched]));
  return queue.items.map((item) => {
    const reply = replies.get(item.record.id);
    if (reply === undefined) return item;
    if (!item.answeredHere) return newItem(reply, item.page, item.changedAt);
    return { ...item, record: reply.record, queryScore: reply.queryScore };
  });
}

/** Adds the records before the first queued one; the earliest gets the page that was asked for (FQU-11, FQU-21). */
export function prepend(queue: RecordQueue, batch: Batch): RecordQueue {
  const known = new Set(queue.items.map((item) => item.record.id));
  const first = queue.items[0]?.page ?? 1;
  const unknown = batch.items.filter((fetched) => !known.has(fetched.record.id));
  // Records were added meanwhile, so there are more than free pages. The rest appears when the queue is loaded again.
  const fresh = unknown.slice(Math.max(0, unknown.length - (first - 1)));
  const items = fresh.map((fetched, index) => newItem(fetched, first - fresh.length + index, queue.changes));
  return { ...queue, items: [...items, ...queue.items] };
}
