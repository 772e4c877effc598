import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { lettersIn, wantsMoreAhead } from "@postil/domain/queue/read-ahead";
import { countsOf, type TaskSearch, type TaskSimilarity, taskSearch } from "@postil/domain/tasks/task-search";
import { FIRST_VIEW, MOST_PAGED, type TaskFilters, type TaskView } from "@postil/domain/tasks/task-view";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { taskDatasetKey } from "../../../lib/api/queries/task-dataset.ts";
import { useTellsAhead } from "../../../lib/connection/records-ahead.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { type FoundRecords, useShownRecords } from "../saving/use-shown-records.ts";
import { searchRecords } from "../wire/search-records.ts";

/** Smaller pages are loaded in groups of this number of records, so that the next one is ready early. */
const AT_ONCE = 10;

type Found = FoundRecords & { readonly total: number };

const keyOf = ({ workspaceName, name }: KnownTaskDataset) => taskDatasetKey(workspaceName, name);
const recordsKey = (dataset: KnownTaskDataset) => [...keyOf(dataset), "records"] as const;
const countsKey = (dataset: KnownTaskDataset) => [...keyOf(dataset), "counts"] as const;

/** The records of the view with the counts of its filters, and the next records ahead of time. */
export function useTaskResults(dataset: KnownTaskDataset, view: TaskView, similarTo: TaskSimilarity | null) {
  const client = useQueryClient();
  const outbox = useOutboxService();
  const search = useMemo(() => taskSearch(view, similarTo), [view, similarTo]);
  const chunk = useMemo(() => chunkOf(search), [search]);
  const { data, error, isFetching } = useQuery(chunkQuery(dataset, chunk, { client, outbox }));
  const offset = search.from - chunk.from;
  const found = useMemo(
    (): Found | null =>
      data === undefined ? null : { ...data, records: data.records.slice(offset, offset + search.limit) },
    [data, offset, search.limit],
  );
  // The shown records stay while other records load.
  const [held, hold] = useState<Found | null>(null);
  if (found !== null && found !== held) hold(found);
  const shownNow = found ?? (error === null ? held : null);
  const records = useShownRecords(shownNow);
  const counts = useQuery({ ...countsQuery(dataset, countsOf(search)), placeholderData: keepPreviousData });

  const ahead = useRecordsAfter({ dataset, chunk, shownTo: search.from + search.limit, data });
  useTellsAhead(similarTo === null ? ahead : null);

  return {
    results: shownNow === null ? null : { total: shownNow.total, records },
    aggregations: counts.data?.aggregations ?? null,
    isCounted: !counts.isPending,
    isLoading: isFetching && found === null,
    failure: error,
  };
}

type After = {
  dataset: KnownTaskDataset;
  chunk: TaskSearch;
  /** the position after the last record of the page */
  shownTo: number;
  data: Found | undefined;
};

/** Loads the next records after the current ones (FQU-27). Returns how many records beyond the page are loaded. */
function useRecordsAfter({ dataset, chunk, shownTo, data }: After): number {
  const client = useQueryClient();
  const outbox = useOutboxService();
  const [most] = usePreference("mostAhead");
  const here = data === undefined ? 0 : Math.max(0, chunk.from + data.records.length - shownTo);
  const [after, setAfter] = useState(0);
  useEffect(() => {
    if (data === undefined || chunk.query.vector !== null) return;
    const { total } = data;
    let isWanted = true;
    const read = async () => {
      let [letters, count] = [0, 0];
      for (let from = chunk.from + chunk.limit; from < Math.min(total, MOST_PAGED); from += chunk.limit) {
        if (!isWanted || !wantsMoreAhead(from - shownTo, () => letters, most)) return;
        const query = chunkQuery(dataset, { ...chunk, from }, { client, outbox });
        await client.prefetchQuery(query);
        const found = client.getQueryData<Found>(query.queryKey);
        if (found === undefined) return;
        letters += lettersIn(found.records);
        count += found.records.length;
        if (isWanted) setAfter(count);
      }
    };
    setAfter(0);
    void read();
    return () => {
      isWanted = false;
    };
  }, [client, outbox, dataset, chunk, shownTo, data, most]);
  return here + after;
}

/** Removes the results of searches that are not shown, so that a repeated search asks the server again. */
export function forgetOtherSearches(client: QueryClient, dataset: KnownTaskDataset): void {
  client.removeQueries({ queryKey: recordsKey(dataset), type: "inactive" });
}

/** Loads everything again (TSE-17). Records that no longer match after an edit then move to their right place. */
export async function refreshTaskResults(client: QueryClient, dataset: KnownTaskDataset): Promise<void> {
  forgetOtherSearches(client, dataset);
  await Promise.all([
    client.invalidateQueries({ queryKey: recordsKey(dataset) }),
    client.invalidateQueries({ queryKey: countsKey(dataset) }),
  ]);
}

/** Loads the counts again after a save; the records on the page stay where they are (TSE-18). */
export function recountTaskResults(client: QueryClient, dataset: KnownTaskDataset): void {
  void client.invalidateQueries({ queryKey: countsKey(dataset) });
}

function countsQuery(dataset: KnownTaskDataset, search: TaskSearch) {
  return {
    queryKey: [...countsKey(dataset), search.query],
    queryFn: ({ signal }: { signal: AbortSignal }) => searchRecords(dataset, search, signal),
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/** The counts for filters, without the records; the counts without filters are the dataset's progress (TSE-17, TSE-18). */
export const countsOfFilters = (dataset: KnownTaskDataset, filters: TaskFilters) =>
  countsQuery(dataset, countsOf(taskSearch({ ...FIRST_VIEW, filters })));

/** The group of records that a page is loaded with. */
function chunkOf(search: TaskSearch): TaskSearch {
  if (search.limit >= AT_ONCE) return search;
  return { ...search, from: search.from - (search.from % AT_ONCE), limit: AT_ONCE };
}

/** Tells how many of the found records the search no longer finds after later saves: those behind them moved up by this number. */
type CountLeft = (found: FoundRecords) => number;
const NONE_BEFORE: CountLeft = () => 0;

async function countLeftOf({ query }: TaskSearch, outbox: OutboxService): Promise<CountLeft> {
  const { stillFound } = await import("@postil/domain/tasks/search-values");
  return ({ records, readAt }) =>
    records.filter((record) => {
      const saved = outbox.confirmed.of(record.key, readAt);
      return saved != null && !stillFound(record, saved, query);
    }).length;
}

type Around = { readonly client: QueryClient; readonly outbox: OutboxService };

/**
 * Loaded once for as long as the search is shown. Later saves are applied on top, so that nothing moves while the user reads.
 */
function chunkQuery(dataset: KnownTaskDataset, chunk: TaskSearch, { client, outbox }: Around) {
  const asked = { query: chunk.query, sort: chunk.sort, limit: chunk.limit };
  const queryKey = [...recordsKey(dataset), asked, chunk.from] as const;
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> => {
      const countLeft = chunk.from === 0 ? NONE_BEFORE : await countLeftOf(chunk, outbox);
      const leftNow = () => {
        const earlier = client.getQueriesData<Found>({ queryKey: [...recordsKey(dataset), asked] });
        const before = earlier.filter(([key]) => Number(key.at(-1)) < chunk.from).flatMap(([, found]) => found ?? []);
        return before.reduce((sum, found) => sum + countLeft(found), 0);
      };
      for (let left = leftNow(); ; ) {
        const readAt = outbox.confirmed.mark();
        const search = { ...chunk, from: Math.max(0, chunk.from - left) };
        const { total, records } = await searchRecords(dataset, search, signal);
        const since = leftNow();
        if (since === left) return { total: total + left, records, readAt };
        // The reply may or may not include a save that was made during the request.
        left = since;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The earlier pages are kept, because they tell how many records no longer match.
    gcTime: Number.POSITIVE_INFINITY,
  };
}
