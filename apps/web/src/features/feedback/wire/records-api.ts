import { recordFromWire } from "@postil/contract/feedback/record-mapping";
import { ownResponse } from "@postil/domain/records/record";
import { searchOf } from "@postil/domain/search/record-criteria";
import { api } from "../../../lib/api/api.ts";
import { NOT_THERE } from "../../../lib/api/failure.ts";
import type { RecordsApi } from "../queue/queue-fetcher.ts";

/** The read calls of a feedback dataset. */
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
    if (search !== null) {
      const { searchRecords } = await import("./search-records.ts");
      const { items, total } = await searchRecords({ params, query }, search, size, options);
      return { items: items.map(({ record, query_score }) => fetchedRecord(record, query_score)), total };
    }
    const { items, total } = await api.call("listMyRecords", { params, query }, options);
    return { items: items.map((item) => fetchedRecord(item)), total };
  },
  async record(recordId, options) {
    const request = { params: { record_id: recordId }, query: { include: ["responses"] } };
    const record = await api.call("getRecord", request, { ...options, accept: NOT_THERE });
    return record === null ? null : fetchedRecord(record);
  },
};

/** A reply of the `me` calls includes the user's own response with each record. */
function fetchedRecord(wire: Parameters<typeof recordFromWire>[0], queryScore: number | null = null) {
  const record = recordFromWire(wire);
  return { record, response: ownResponse(record), queryScore };
}
