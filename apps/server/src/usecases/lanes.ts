import type { RecordsQuery } from "@postil/domain/records-query";
import type { Scope, SearchQuery } from "@postil/domain/search-query";
import type { Lane } from "../storage/store.ts";
import type { Reads } from "./registry.ts";

/**
 * Which reads wait for each other, by what is asked. Bits and counters answer most; an index of values or words answers a
 * search, in the time it takes to go through what matches; some go through every response or every value of a dataset.
 */
const LANES: { readonly [K in keyof Reads]?: (input: Parameters<Reads[K]>[1]) => Lane } = {
  getMetadataPropertyMetrics: () => "scan",
  listRecords: ({ query }) => laneOfList(query),
  listOwnRecords: ({ query }) => laneOfList(query),
  searchRecords: ({ query, search }) => laneOfSearch(query, search),
  searchOwnRecords: ({ query, search }) => laneOfSearch(query, search),
  searchSimilarRecords: () => "vectors",
  searchOwnSimilarRecords: () => "vectors",
  checkDerived: () => "scan",
};

const laneOfList = ({ metadata, sort }: RecordsQuery): Lane =>
  metadata.length > 0 || sort.length > 0 ? "search" : "short";

function laneOfSearch(query: RecordsQuery, { text, filters, sort }: SearchQuery): Lane {
  if ([...filters, ...sort].some(({ scope }) => isAnswer(scope))) return "scan";
  return text || filters.length > 0 || sort.length > 0 ? "search" : laneOfList(query);
}

/** Answers stand in the responses alone, which have no index by value. */
const isAnswer = (scope: Scope): boolean => scope.entity === "response" && scope.question !== null;

export function laneOf(name: string, input: unknown): Lane {
  // The input of a call has the type that the operation of its name takes.
  const lanes: { readonly [name: string]: ((input: never) => Lane) | undefined } = LANES;
  return lanes[name]?.(input as never) ?? "short";
}
