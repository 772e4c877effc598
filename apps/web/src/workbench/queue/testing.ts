import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordStatus } from "@postil/domain/records/response";
import { writeCriteria } from "@postil/domain/search/feedback-address";
import { PENDING_RECORDS, type RecordCriteria } from "@postil/domain/search/record-criteria";
import { ApiFailure } from "../../lib/api/failure.ts";
import { createServer } from "../../lib/outbox/testing.ts";
import type { QueueCriteria } from "./queue-state.ts";
import type { RecordsApi } from "./records-api.ts";

/** The plain queue of a status, from a position on. */
export function plainQueue(status: RecordStatus = "pending", page = 1): QueueCriteria {
  return { criteria: { ...PENDING_RECORDS, status }, page, size: null };
}

const saidOf = (criteria: RecordCriteria) => writeCriteria({ ...criteria, status: "pending" }) || criteria.status;

/** The outbox's server with a dataset `d1` of records `r1` to `r<count>`, in the order of their numbers. */
export function createDatasetServer(count: number) {
  const server = createServer();
  const ids = Array.from({ length: count }, (_, at) => `r${at + 1}`);
  const reads: string[] = [];
  let failures = 0;
  let status: number | null = null;
  let gate: Promise<void> = Promise.resolve();

  function record(id: string): FeedbackRecord {
    const response = server.responses.get(id);
    return {
      id,
      fields: { text: `Text of ${id}` },
      metadata: null,
      externalId: null,
      responses: response === undefined ? [] : [response],
      suggestions: [],
      datasetId: ids.includes(id) ? "d1" : "d2",
      insertedAt: 1,
      updatedAt: 1,
    };
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
        const items = all.slice(start - 1, start - 1 + size).map((id) => ({ record: record(id), queryScore: null }));
        return { items, total: all.length };
      }),
    record: (recordId) => read(`record ${recordId}`, () => (recordId === "gone" ? null : record(recordId))),
  };

  return {
    ...server,
    records,
    reads,
    ids,
    /** With a status: refused with it; without: no answer comes. */
    failReads: (times: number, as: number | null = null) => {
      failures = times;
      status = as;
    },
    /** Replies wait until the returned function is called; they say how things were when they were asked for. */
    holdReads(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}
