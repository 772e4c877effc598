import type { BulkTarget } from "@postil/domain/bulk/bulk-job";
import type { BulkSelection } from "@postil/domain/bulk/bulk-selection";
import { drawnInAll, drawnSpans } from "@postil/domain/bulk/row-spans";
import type { Question } from "@postil/domain/datasets/question";
import { createContext, type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import { type Drafts, useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { isSpanQuestion } from "../questions/question-control.ts";
import { setSpanCursor } from "../questions/spans/span-work.ts";
import type { FormOnPage } from "../questions/use-answer-form.ts";

/** What the rows of a list share in which spans are drawn. The same object as long as the page lives. */
type Rows = {
  readonly questions: readonly Question[];
  readonly drafts: Pick<Drafts, "change">;
  readonly tell: FormOnPage["tell"];
  /** Something was drawn in the row of a record. */
  readonly onDrawn: (recordId: string) => void;
};

/** Null where records are only read. */
export const RowsContext = createContext<Rows | null>(null);

const NONE: ReadonlySet<string> = new Set();

const nothing = () => null;

/** What was drawn in the rows of a page; another object with each change. Of records elsewhere nothing is written that nobody sees. */
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

/** The questions of spans that every selected record answers by its row, told to the form as well. */
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

/** W goes into the text of the record at the cursor. */
export function useSpanCursor(recordId: string | null): void {
  useEffect(() => {
    setSpanCursor(recordId);
    return () => setSpanCursor(null);
  }, [recordId]);
}
