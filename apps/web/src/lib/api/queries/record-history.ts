import { historyEntryFromWire } from "@postil/contract/mapping/history";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

/** What was done to the responses of a record, the latest first, page by page. A failure is said in its place. */
export const recordHistoryQuery = (recordId: string) =>
  infiniteQueryOptions({
    queryKey: ["record", recordId, "history"],
    queryFn: async ({ signal, pageParam }) => {
      const query = pageParam === null ? {} : { before: pageParam };
      const request = { params: { record_id: recordId }, query };
      const { items, more } = await api.call("getRecordHistory", request, { signal, quiet: true });
      return { entries: items.map(historyEntryFromWire), more };
    },
    initialPageParam: null as number | null, // the type of the later ones
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.id ?? null) : null),
  });
