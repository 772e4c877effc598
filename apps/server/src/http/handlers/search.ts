import { recordsQuery } from "@postil/contract/inputs/records-query";
import { searchFromWire } from "@postil/contract/inputs/search";
import { type Handlers, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function searchHandlers({ store }: HandlerParts) {
  return {
    searchMyRecords: async ({ params, query, body }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query), search: searchFromWire(body) };
      const read = asked.search.vector ? "searchOwnSimilarRecords" : "searchOwnRecords";
      return new WrittenReply(await store.readText(read, caller, asked, left));
    },
    searchRecords: async ({ params, query, body }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query), search: searchFromWire(body) };
      const read = asked.search.vector ? "searchSimilarRecords" : "searchRecords";
      return new WrittenReply(await store.readText(read, caller, asked, left));
    },
    listSuggestionOptions: async ({ params }, { caller }) => ({
      items: await store.read("listSuggestionAgents", caller, { datasetId: params.dataset_id }),
    }),
  } satisfies Partial<Handlers>;
}
