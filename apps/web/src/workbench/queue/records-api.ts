import { recordFromWire } from "@postil/contract/mapping/records";
import { searchToWire } from "@postil/contract/mapping/search";
import type { Batch } from "@postil/domain/queue/queue";
import type { FetchWindow } from "@postil/domain/queue/queue-fetch";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { type RecordCriteria, searchOf } from "@postil/domain/search/record-criteria";
import { api } from "../../lib/api/api.ts";

export type FetchOptions = {
  readonly signal: AbortSignal;
  /** The reader does not wait for it, so a failure is not theirs to see; `unreached`: nor is it that no reply came. */
  readonly quiet: boolean | "unreached";
};

/** The reads behind the queue; they reject as the API client does. */
export type RecordsApi = {
  /** A window of the records that answer to the criteria, with the reader's responses and the suggestions (FQU-03, FQU-04). */
  readonly page: (
    datasetId: string,
    criteria: RecordCriteria,
    window: FetchWindow,
    options: FetchOptions,
  ) => Promise<Batch>;
  /** One record whatever its status, with the reader's response; null when there is none that they may see. */
  readonly record: (recordId: string, options: FetchOptions) => Promise<FeedbackRecord | null>;
};

/** Gone, of a workspace of others, or not an id at all. */
const NOT_THERE = [403, 404, 422] as const;

export const recordsApi: RecordsApi = {
  async page(datasetId, criteria, { start, size }, options) {
    const params = { dataset_id: datasetId };
    const query = {
      include: ["responses", "suggestions"],
      response_status: [criteria.status],
      offset: start - 1,
      limit: size,
    };
    const search = searchOf(criteria);
    if (search === null) {
      const { items, total } = await api.call("listMyRecords", { params, query }, options);
      return { items: items.map((item) => ({ record: recordFromWire(item), queryScore: null })), total };
    }
    const body = searchToWire(search, size);
    const { items, total } = await api.call("searchMyRecords", { params, query, body }, options);
    return {
      items: items.map(({ record, query_score }) => ({ record: recordFromWire(record), queryScore: query_score })),
      total,
    };
  },
  async record(recordId, options) {
    const request = { params: { record_id: recordId }, query: { include: ["responses"] } };
    const record = await api.call("getRecord", request, { ...options, accept: NOT_THERE });
    return record === null ? null : recordFromWire(record);
  },
};
