import { recordsQuery } from "@postil/contract/inputs/records-query";
import { searchFromWire } from "@postil/contract/inputs/search";
import { recordToWire } from "@postil/contract/mapping/records";
import { asFloat } from "@postil/domain/text/json-numbers";
import type { FoundPage } from "../../usecases/records/search-records.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

const foundToWire = ({ items, total }: FoundPage) => ({
  items: items.map(({ record, queryScore }) => ({
    record: recordToWire(record),
    query_score: queryScore === null ? null : asFloat(queryScore),
  })),
  total,
});

export function searchHandlers({ store }: HandlerParts) {
  return {
    searchMyRecords: async ({ params, query, body }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query), search: searchFromWire(body) };
      return foundToWire(
        await store.read(asked.search.vector ? "searchOwnSimilarRecords" : "searchOwnRecords", caller, asked, left),
      );
    },
    searchRecords: async ({ params, query, body }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query), search: searchFromWire(body) };
      return foundToWire(
        await store.read(asked.search.vector ? "searchSimilarRecords" : "searchRecords", caller, asked, left),
      );
    },
    listSuggestionOptions: async ({ params }, { caller }) => ({
      items: await store.read("listSuggestionAgents", caller, { datasetId: params.dataset_id }),
    }),
  } satisfies Partial<Handlers>;
}
