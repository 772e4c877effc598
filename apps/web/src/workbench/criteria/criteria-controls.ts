import type { RecordCriteria, Similarity } from "@postil/domain/search/record-criteria";
import { useMemo, useRef } from "react";
import type { Leave } from "../leaving/leaving.ts";
import type { QueueCriteria } from "../queue/queue-state.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";

/** What the controls of the filters bar read and change (design/filters.md). */
export type CriteriaControls = {
  /** What the controls show: what was asked for last; what is in force again when that failed (FQU-25). */
  readonly criteria: RecordCriteria;
  /** What the records on screen answer to. */
  readonly committed: RecordCriteria;
  /** Records of other criteria are on their way. */
  readonly loading: boolean;
  /** Asks for other records from page 1 on (FFI-25); asks the reader first when a changed record would be left. */
  readonly change: (next: (criteria: RecordCriteria) => RecordCriteria) => void;
  /** Begins a similarity search, or changes the running one; what was shown before is remembered. */
  readonly findSimilar: (similarity: Similarity) => void;
  /** Back to what was shown before it. */
  readonly endSimilarity: () => void;
  /** Asks again for the records that could not be loaded while others stay on screen; null when there are none such. */
  readonly retry?: (() => void) | null;
};

type Queue = Pick<
  RecordQueueHandle,
  "wanted" | "committed" | "loading" | "page" | "recordId" | "show" | "failure" | "phase"
>;

/** What was shown, and the record where its place alone does not bring it back. */
type Before = { readonly wanted: QueueCriteria; readonly recordId: string | null };

/** The functions stay the same from render to render, so that what has them is not drawn for every record. */
export function useCriteriaControls(queue: Queue, leave: Leave): CriteriaControls {
  const latest = useRef({ queue, leave });
  latest.current = { queue, leave };
  const before = useRef<Before | null>(null);
  // The search failed, or its end is on screen: the next one may come with an address, and has nothing before it.
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
      /** A search that came with the address has nothing before it: then it alone ends (FFI-25). */
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
