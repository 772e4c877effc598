import { shownResponse } from "@postil/domain/outbox/outbox-entry";
import { loadQueue, newItem, type QueueItem, type RecordQueue, respond } from "@postil/domain/queue/queue";
import { fallsBackToFirst } from "@postil/domain/queue/queue-criteria";
import { append, fetchSettings, fetchWindow, planAppend, prepend } from "@postil/domain/queue/queue-fetch";
import { type OwnResponse, statusOf } from "@postil/domain/records/record-status";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import type { QueueCriteria } from "./queue-state.ts";
import type { FetchOptions, RecordsApi } from "./records-api.ts";

/** The queue as it stands, which may have changed while a reply was on its way; and the criteria it answers to. */
type Current = () => { readonly queue: RecordQueue; readonly criteria: QueueCriteria } | null;

export type QueueFetcher = ReturnType<typeof createQueueFetcher>;

/** Brings records in. What was answered here counts for more than a reply, which may have been read before it arrived. */
export function createQueueFetcher(datasetId: string, api: RecordsApi, outbox: OutboxService) {
  /** What the server confirmed since the queue was asked for, a reply on its way may not know of. */
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
    // Answers of an earlier page may still be on their way into the outbox.
    await outbox.ready;
    if (fallsBackToFirst(page, batch.items.length)) return load({ ...asked, page: 1 }, options);
    return withAnswersGivenHere(loadQueue(criteria.status, page, batch));
  }

  return {
    /** The queue from a position on; from the first when there is nothing at that position (FQU-13). */
    load(criteria: QueueCriteria, options: FetchOptions): Promise<RecordQueue> {
      askedAt = outbox.confirmed.mark();
      return load(criteria, options);
    },

    /** The next batch, put behind the queue as it is by then. Null when it is not wanted any more. */
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

    /** The records before the first queued one (FQU-21). Null when they are not wanted any more. */
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

    /** Where a page of the bulk view begins: the one after the queued records, or before them (FQU-19, FQU-21). */
    pageStart(queue: RecordQueue, { criteria, size }: QueueCriteria, direction: 1 | -1): number {
      const first = queue.items[0]?.page ?? 1;
      const wanted = direction === 1 ? (queue.items.at(-1)?.page ?? 0) + 1 : first - 1;
      return fetchWindow(queue, wanted, fetchSettings(criteria, size), unsettled()).start;
    },

    /** One record by its id; null when it is not there. A record of another dataset is not there for this page. */
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
