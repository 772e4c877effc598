import { type RecordCriteria, type Similarity, withoutFilters } from "@postil/domain/search/record-criteria";
import { useMemo, useRef } from "react";
import type { Leave } from "./leaving.ts";
import type { QueueCriteria } from "./queue-state.ts";
import type { RecordQueueHandle } from "./use-record-queue.ts";

/** The state and functions of the filters bar (design/filters.md). */
export type CriteriaControls = {
  /** The criteria to show: the last requested ones. If that request failed, the earlier ones (FQU-25). */
  readonly criteria: RecordCriteria;
  readonly committed: RecordCriteria;
  /** True while records of other criteria are loading. */
  readonly loading: boolean;
  /** Loads records of other criteria from page 1 (FFI-25). Asks the user first if an edited record would be left. */
  readonly change: (next: (criteria: RecordCriteria) => RecordCriteria) => void;
  /** Starts a similarity search, or changes the running one. Remembers the view before it. */
  readonly findSimilar: (similarity: Similarity) => void;
  /** Returns to the view before the search. */
  readonly endSimilarity: () => void;
  /** Retries the load that failed while other records are on screen. Null when there is no such failure. */
  readonly retry?: (() => void) | null;
};

type Queue = Pick<
  RecordQueueHandle,
  "wanted" | "committed" | "loading" | "page" | "recordId" | "show" | "failure" | "phase"
>;

/** The earlier view, and its record in case the page number alone does not find it. */
type Before = { readonly wanted: QueueCriteria; readonly recordId: string | null };

/** The functions are stable between renders, so that components with them do not render for every record. */
export function useCriteriaControls(queue: Queue, leave: Leave): CriteriaControls {
  const latest = useRef({ queue, leave });
  latest.current = { queue, leave };
  const before = useRef<Before | null>(null);
  // The search has failed or has ended. The next one may come from the address, and then there is no earlier view.
  if (!queue.loading && queue.committed.criteria.similarity === null) before.current = null;
  const attempt = useRef(queue.wanted);
  if (queue.loading) attempt.current = queue.wanted;
  const functions = useMemo(() => {
    const show = (wanted: QueueCriteria, recordId: string | null = null) =>
      latest.current.leave(() => void latest.current.queue.show(wanted, recordId));
    const change: CriteriaControls["change"] = (next) => {
      const { wanted } = latest.current.queue;
      const criteria = next(wanted.criteria);
      if (criteria !== wanted.criteria) show({ ...wanted, criteria, page: 1 });
    };
    return {
      change,
      retry: () => show(attempt.current),
      findSimilar: (similarity: Similarity) =>
        latest.current.leave(() => {
          const { committed, wanted, page, recordId, show } = latest.current.queue;
          if (committed.criteria.similarity === null) before.current = { wanted: { ...committed, page }, recordId };
          void show({ ...wanted, criteria: { ...wanted.criteria, similarity }, page: 1 });
        }),
      /** A search from the address has no earlier view, so only the search ends (FFI-25). */
      endSimilarity: () => {
        const earlier = before.current;
        before.current = null;
        const { size } = latest.current.queue.committed;
        if (earlier === null) change((criteria) => ({ ...criteria, similarity: null }));
        else show({ ...earlier.wanted, size }, earlier.recordId);
      },
    };
  }, []);
  const { wanted, committed, loading } = queue;
  const failed = !loading && queue.failure !== null && queue.phase !== "failed";
  return useMemo(
    () => ({
      ...{ criteria: wanted.criteria, committed: committed.criteria, loading },
      ...functions,
      retry: failed ? functions.retry : null,
    }),
    [wanted.criteria, committed.criteria, loading, functions, failed],
  );
}

/** Removes filters and sort. The searched words and the similarity search have their own × (design/filters.md#reset). */
export function resetFilters({ change }: CriteriaControls): void {
  change(withoutFilters);
}
