import type { RecordsQuery } from "@postil/domain/records-query";
import type { Reads } from "./registry.ts";

/** With either, the records of a dataset are gone through one by one; without, bits and counters answer. */
const isNarrowed = ({ metadata, sort }: RecordsQuery) => metadata.length > 0 || sort.length > 0;
const always = () => true;

/** The reads that look at every record of a dataset, by what they are asked: tenths of a second for 100,000 records. */
const SCANS: { readonly [K in keyof Reads]?: (input: Parameters<Reads[K]>[1]) => boolean } = {
  getMetadataPropertyMetrics: always,
  listRecords: ({ query }) => isNarrowed(query),
  listOwnRecords: ({ query }) => isNarrowed(query),
  searchRecords: always,
  searchOwnRecords: always,
  listSuggestionAgents: always,
  checkDerived: always,
};

const APART = new Set<string>(["searchSimilarRecords", "searchOwnSimilarRecords"] satisfies (keyof Reads)[]);

/** Whether a read keeps vectors in memory, which one thread should do and not each. */
export const isApart = (name: string): boolean => APART.has(name);

/** Whether a read takes so long that the store should let nothing else wait for it. */
export function isScan(name: string, input: unknown): boolean {
  // The input of a call has the type that the operation of its name takes.
  const scans: { readonly [name: string]: ((input: never) => boolean) | undefined } = SCANS;
  return scans[name]?.(input as never) ?? false;
}
