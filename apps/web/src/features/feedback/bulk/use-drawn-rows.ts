import type { BulkTarget } from "@postil/domain/bulk/bulk-job";
import type { BulkSelection } from "@postil/domain/bulk/bulk-selection";
import { drawnInAll, drawnSpans } from "@postil/domain/bulk/row-spans";
import type { Question } from "@postil/domain/datasets/question";
import { createContext, type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import { type Drafts, useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import type { FormOnPage } from "../questions/answer-form.ts";
import { isSpanQuestion } from "../questions/question-kinds.tsx";
import { setSpanCursor } from "../questions/spans/span-work.ts";

/** The state that the rows of a list share, if spans are drawn in them. The object is stable for the life of the page. */
type Rows = {
  readonly questions: readonly Question[];
  readonly drafts: Pick<Drafts, "change">;
  readonly tell: FormOnPage["tell"];
  /** Called when a span is drawn in the row of a record. */
  readonly onDrawn: (recordId: string) => void;
};

/** Null if records are read-only. */
export const RowsContext = createContext<Rows | null>(null);

const NONE: ReadonlySet<string> = new Set();

const nothing = () => null;

/**
 * The spans drawn in the rows of a page; a new object for each change. Drafts of records outside the page are ignored, so that
 * nothing is written unseen.
 */
export function useDrawn(questions: readonly Question[], page: readonly string[]) {
  const service = useDraftService();
  const marks = useMemo(() => questions.some(isSpanQuestion), [questions]);
  const kept = useSyncExternalStore(service.onChange, marks ? service.list : nothing);
  const here = useLatest((recordId: string) => page.includes(recordId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept is read by record
  return useMemo(() => {
    const ofRecord = (recordId: string) =>
      marks && here(recordId) ? drawnSpans(questions, service.get(recordId)?.answers ?? null) : {};
    return { marks, ofRecord, of: ({ record }: Pick<BulkTarget, "record">) => ofRecord(record.id) };
  }, [marks, questions, service, here, kept]);
}

/** The span questions that every selected record answers in its row. The form also gets them. */
export function useDrawnInAll(
  { marks, ofRecord }: ReturnType<typeof useDrawn>,
  { chosen, allMatches }: BulkSelection,
  told: RefObject<ReadonlySet<string>>,
): ReadonlySet<string> {
  const names = useMemo(
    () => (marks && !allMatches ? drawnInAll([...chosen].map(ofRecord)) : NONE),
    [marks, allMatches, chosen, ofRecord],
  );
  told.current = names;
  return names;
}

/** W moves into the text of the cursor record. */
export function useSpanCursor(recordId: string | null): void {
  useEffect(() => {
    setSpanCursor(recordId);
    return () => setSpanCursor(null);
  }, [recordId]);
}
