import { drawnInAll, drawnSpans } from "@postil/domain/bulk/bulk-answer";
import type { BulkTarget } from "@postil/domain/bulk/bulk-run";
import type { BulkSelection } from "@postil/domain/bulk/bulk-selection";
import type { Question } from "@postil/domain/datasets/question";
import { type RefObject, useMemo, useSyncExternalStore } from "react";
import { useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { isSpanQuestion } from "../questions/question-kinds.tsx";

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
