import { infiniteQueryOptions } from "@tanstack/react-query";
import type { HistoryPage } from "../family/family.ts";

/** `before`: the id of the last entry of the page that came before this one. */
export type ReadHistory<Entry> = (
  recordId: string,
  before: number | null,
  signal: AbortSignal,
) => Promise<HistoryPage<Entry>>;

/** What was done to a record, the latest first, page by page. */
export const recordHistoryQuery = <Entry extends { readonly id: number }>(page: ReadHistory<Entry>, recordId: string) =>
  infiniteQueryOptions({
    queryKey: ["record", recordId, "history"],
    queryFn: ({ signal, pageParam }) => page(recordId, pageParam, signal),
    initialPageParam: null as number | null, // the type of the later ones
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
  });
