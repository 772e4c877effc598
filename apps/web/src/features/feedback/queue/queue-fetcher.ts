import { shownResponse } from "@postil/domain/outbox/outbox-entry";
import {
  type Batch,
  type FetchedRecord,
  loadQueue,
  newItem,
  type QueueItem,
  type RecordQueue,
  respond,
} from "@postil/domain/queue/queue";
import {
  append,
  type FetchWindow,
  fallsBackToFirst,
  fetchSettings,
  fetchWindow,
  planAppend,
  prepend,
} from "@postil/domain/queue/queue-fetch";
import { type OwnResponse, statusOf } from "@postil/domain/records/labeled-record";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { QueueCriteria } from "./queue-state.ts";

export type FetchOptions = {
  readonly signal: AbortSignal;
  /** True: the user does not wait for it, so no failure is shown. `unreached`: no failure is shown if there was no reply. */
  readonly quiet: boolean | "unreached";
};

/** The reads of a queue. They reject as the API client does. */
export type RecordsApi = {
  /** A window of the records that match the criteria, with the user's responses (FQU-03, FQU-04). */
  readonly page: (
    datasetId: string,
    criteria: RecordCriteria,
    window: FetchWindow,
    options: FetchOptions,
  ) => Promise<Batch<FeedbackRecord>>;
  /** One record of any status, with the user's response. Null when it does not exist or the user may not see it. */
  readonly record: (recordId: string, options: FetchOptions) => Promise<FetchedRecord<FeedbackRecord> | null>;
};

/** Removes criteria about parts that the dataset does not have. Null if the criteria name no such part. */
export type KnownParts = (criteria: RecordCriteria) => Promise<RecordCriteria> | null;

/** The current queue, which may have changed while a reply was on its way, and its criteria. */
type Current = () => { readonly queue: RecordQueue; readonly criteria: QueueCriteria } | null;

export type QueueFetcher = ReturnType<typeof createQueueFetcher>;

/** Loads records. Answers given here override a reply, because the server may have read it before they arrived. */
export function createQueueFetcher(datasetId: string, api: RecordsApi, outbox: OutboxService) {
  /** A reply may not include confirmations that came after this mark. */
  let askedAt = outbox.confirmed.mark();
  const unsettled = () => new Set(outbox.state().entries.keys());

  function responseHere(recordId: string): OwnResponse | null | undefined {
    const entry = outbox.entryOf(recordId);
    return entry === undefined ? outbox.confirmed.of(recordId, askedAt) : shownResponse(entry);
  }

  function withAnswersGivenHere(queue: RecordQueue): RecordQueue {
    return queue.items.reduce((next, { record }) => {
      const response = responseHere(record.id);
      return response === undefined ? next : respond(next, record.id, response);
    }, queue);
  }

  async function load(asked: QueueCriteria, options: FetchOptions): Promise<RecordQueue> {
    const { criteria, size } = asked;
    const page = criteria.similarity === null ? asked.page : 1;
    const empty = loadQueue(criteria.status, page, { items: [], total: 0 });
    const window = fetchWindow(empty, page, fetchSettings(criteria, size), new Set());
    const batch = await api.page(datasetId, criteria, window, options);
    // Answers of an earlier page may still be loading into the outbox.
    await outbox.ready;
    if (fallsBackToFirst(page, batch.items.length)) return load({ ...asked, page: 1 }, options);
    return withAnswersGivenHere(loadQueue(criteria.status, page, batch));
  }

  return {
    /** Loads the queue from a position, or from the first record if that position is empty (FQU-13). */
    load(criteria: QueueCriteria, options: FetchOptions): Promise<RecordQueue> {
      askedAt = outbox.confirmed.mark();
      return load(criteria, options);
    },

    /** Loads the next batch and appends it to the current queue. Null when it is no longer wanted. */
    async loadNext(current: Current, options: FetchOptions): Promise<RecordQueue | null> {
      for (let attempt = 0; ; attempt += 1) {
        const asked = current();
        if (asked === null) return null;
        const { criteria, size } = asked.criteria;
        const plan = planAppend(asked.queue, fetchSettings(criteria, size), unsettled(), attempt);
        const batch = await api.page(datasetId, criteria, plan, options);
        const there = current();
        if (options.signal.aborted || there === null) return null;
        const { queue, again } = append(there.queue, plan, batch, unsettled());
        if (!again) return withAnswersGivenHere(queue);
      }
    },

    /** Loads the records before the first queued one (FQU-21). Null when they are no longer wanted. */
    async loadPrevious(current: Current, options: FetchOptions): Promise<RecordQueue | null> {
      const asked = current();
      if (asked === null) return null;
      const { criteria, size } = asked.criteria;
      const page = (asked.queue.items[0]?.page ?? 1) - 1;
      const window = fetchWindow(asked.queue, page, fetchSettings(criteria, size), unsettled());
      const batch = await api.page(datasetId, criteria, window, options);
      const there = current();
      return options.signal.aborted || there === null ? null : withAnswersGivenHere(prepend(there.queue, batch));
    },

    /** The start of the next or previous page of the bulk view (FQU-19, FQU-21). */
    pageStart(queue: RecordQueue, { criteria, size }: QueueCriteria, direction: 1 | -1): number {
      const first = queue.items[0]?.page ?? 1;
      const wanted = direction === 1 ? (queue.items.at(-1)?.page ?? 0) + 1 : first - 1;
      return fetchWindow(queue, wanted, fetchSettings(criteria, size), unsettled()).start;
    },

    /** Loads one record by its id. Null when it does not exist or is in another dataset. */
    async loadOne(recordId: string, options: FetchOptions): Promise<QueueItem | null> {
      const fetched = await api.record(recordId, options);
      await outbox.ready;
      if (fetched === null || fetched.record.datasetId !== datasetId) return null;
      const item = newItem(fetched, 1, 0);
      const response = responseHere(recordId);
      return response === undefined ? item : { ...item, response, status: statusOf(response), answeredHere: true };
    },
  };
}
