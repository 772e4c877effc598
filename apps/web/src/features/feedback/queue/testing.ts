import type { FetchedRecord } from "@postil/domain/queue/queue";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { PENDING_RECORDS, type RecordCriteria } from "@postil/domain/search/record-criteria";
import { ApiFailure } from "../../../lib/api/failure.ts";
import { createServer } from "../../../lib/outbox/browser.fixture.ts";
import type { KnownParts, RecordsApi } from "./queue-fetcher.ts";
import type { QueueCriteria } from "./queue-state.ts";

export function plainQueue(status: RecordStatus = "pending", page = 1): QueueCriteria {
  return { criteria: { ...PENDING_RECORDS, status }, page, size: null };
}

/** A dataset that has every part that the criteria name. */
export const knowsAll: KnownParts = () => null;

function saidOf({ status, text, similarity }: RecordCriteria): string {
  if (text !== null) return `search=${encodeURIComponent(text.q)}`;
  if (similarity === null) return status;
  const { recordId, vector, limit, order } = similarity;
  return `similarity=record.${recordId}.vector.${vector}.limit.${limit}.order.${order}`;
}

/** The outbox's server with a dataset `d1` of records `r1` to `r<count>`, in the order of their numbers. */
export function createDatasetServer(count: number) {
  const server = createServer();
  const ids = Array.from({ length: count }, (_, at) => `r${at + 1}`);
  const reads: string[] = [];
  let failures = 0;
  let status: number | null = null;
  let gate: Promise<void> = Promise.resolve();

  function fetched(id: string): FetchedRecord<FeedbackRecord> {
    const datasetId = ids.includes(id) ? "d1" : "d2";
    const record = { id, fields: {}, metadata: null, externalId: null, datasetId, insertedAt: 1, updatedAt: 1 };
    return { record, response: server.responses.get(id) ?? null, queryScore: null };
  }

  async function read<T>(what: string, answer: () => T): Promise<T> {
    reads.push(what);
    const reply = answer();
    await gate;
    if (failures > 0) {
      failures -= 1;
      throw new ApiFailure(status, null, "no answer");
    }
    return reply;
  }

  const records: RecordsApi = {
    page: (_datasetId, criteria, { start, size }, { quiet }) =>
      read(`${saidOf(criteria)} ${start}+${size}${quiet === true ? " quietly" : ""}`, () => {
        const { status } = criteria;
        const all = ids.filter((id) => server.statusOf(id) === status);
        return { items: all.slice(start - 1, start - 1 + size).map(fetched), total: all.length };
      }),
    record: (recordId) => read(`record ${recordId}`, () => (recordId === "gone" ? null : fetched(recordId))),
  };

  return {
    ...server,
    records,
    reads,
    ids,
    /** The next reads fail with the status `as`. Null: no response comes. */
    failReads: (times: number, as: number | null = null) => {
      failures = times;
      status = as;
    },
    /** Responses wait until the returned function is called. They give the state at the time of the request. */
    holdReads(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}
