import type { CallInput } from "@postil/contract/call";
import { recordFromWire } from "@postil/contract/mapping/records";
import { searchToWire } from "@postil/contract/mapping/search";
import type { Batch } from "@postil/domain/queue/queue";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { SearchQuery } from "@postil/domain/search/search-query";
import { api } from "../../../lib/api/api.ts";
import type { FetchOptions } from "../queue/queue-fetcher.ts";
import { fetchedRecord } from "./fetched-record.ts";

type Window = Pick<CallInput<"searchMyRecords">, "params" | "query">;

/** A page of the records that a search finds. This code loads with the first search. */
export async function searchRecords(
  window: Window,
  search: SearchQuery,
  size: number,
  options: FetchOptions,
): Promise<Batch<FeedbackRecord>> {
  const { items, total } = await api.call("searchMyRecords", { ...window, body: searchToWire(search, size) }, options);
  return {
    items: items.map(({ record, query_score }) => fetchedRecord(recordFromWire(record), query_score)),
    total,
  };
}
