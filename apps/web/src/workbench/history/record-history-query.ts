import { infiniteQueryOptions } from "@tanstack/react-query";
import type { HistoryApi } from "../family/family.ts";

/** What was done to the responses of a record, the latest first, page by page. */
export const recordHistoryQuery = (history: HistoryApi, recordId: string) =>
  infiniteQueryOptions({
    queryKey: ["record", recordId, "history"],
    queryFn: ({ signal, pageParam }) => history.page(recordId, pageParam, signal),
    initialPageParam: null as number | null, // the type of the later ones
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
  });
