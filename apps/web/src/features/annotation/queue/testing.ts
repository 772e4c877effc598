import type { FeedbackRecord, RecordStatus } from "@postil/domain/entities";
import { ApiFailure } from "../../../lib/api/failure.ts";
import { createServer } from "../../../lib/outbox/testing.ts";
import type { RecordsApi } from "./records-api.ts";

/** The outbox's server with a dataset `d1` of records `r1` to `r<count>`, in the order of their numbers. */
export function createDatasetServer(count: number) {
  const server = createServer();
  const ids = Array.from({ length: count }, (_, at) => `r${at + 1}`);
  const reads: string[] = [];
  let failures = 0;
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
      throw new ApiFailure(null, null, "no answer");
    }
    return reply;
  }

  const records: RecordsApi = {
    page: (_datasetId, status: RecordStatus, { start, size }, { quiet }) =>
      read(`${status} ${start}+${size}${quiet ? " quietly" : ""}`, () => {
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
    failReads: (times: number) => {
      failures = times;
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
