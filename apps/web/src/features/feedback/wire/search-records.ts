import type { CallInput } from "@postil/contract/call";
import { searchToWire } from "@postil/contract/feedback/search-mapping";
import type { SearchQuery } from "@postil/domain/search/record-criteria";
import { api } from "../../../lib/api/api.ts";
import type { FetchOptions } from "../queue/queue-fetcher.ts";

type Window = Pick<CallInput<"searchMyRecords">, "params" | "query">;

/** A page of the records that a search finds. This code loads with the first search. */
export const searchRecords = (window: Window, search: SearchQuery, size: number, options: FetchOptions) =>
  api.call("searchMyRecords", { ...window, body: searchToWire(search, size) }, options);
