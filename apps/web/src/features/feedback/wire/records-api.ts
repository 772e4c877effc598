import { recordFromWire } from "@postil/contract/mapping/records";
import { searchToWire } from "@postil/contract/mapping/search";
import type { FetchedRecord } from "@postil/domain/queue/queue";
import { ownResponse } from "@postil/domain/records/own-response";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { searchOf } from "@postil/domain/search/record-criteria";
import { api } from "../../../lib/api/api.ts";
import type { RecordsApi } from "../../../workbench/queue/records-api.ts";

/** Gone, of a workspace of others, or not an id at all. */
const NOT_THERE = [403, 404, 422] as const;

/** The reads of a feedback dataset. */
export const recordsApi: RecordsApi<FeedbackRecord> = {
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
      return { items: items.map((item) => fetched(recordFromWire(item))), total };
    }
    const body = searchToWire(search, size);
    const { items, total } = await api.call("searchMyRecords", { params, query, body }, options);
    return {
      items: items.map(({ record, query_score }) => fetched(recordFromWire(record), query_score)),
      total,
    };
  },
  async record(recordId, options) {
    const request = { params: { record_id: recordId }, query: { include: ["responses"] } };
    const record = await api.call("getRecord", request, { ...options, accept: NOT_THERE });
    return record === null ? null : fetched(recordFromWire(record));
  },
};

/** A reply of the `me` calls holds the reader's own response with its record. */
function fetched(record: FeedbackRecord, queryScore: number | null = null): FetchedRecord<FeedbackRecord> {
  return { record, response: ownResponse(record), queryScore };
}
