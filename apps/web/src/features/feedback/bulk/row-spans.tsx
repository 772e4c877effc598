import { type AnswerForm, draftOf, openForm } from "@postil/domain/answers/answer-form";
import { changeAnswers } from "@postil/domain/answers/answer-form-change";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { OwnResponse } from "@postil/domain/records/record-status";
import { type ReactNode, use, useMemo, useRef, useSyncExternalStore } from "react";
import { type Drafts, useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { type FormOnPage, FormOnPageContext } from "../questions/form-on-page.ts";
import { RowsContext } from "./rows-context.ts";

type RowSpansProps = { record: FeedbackRecord; response: OwnResponse | null; children: ReactNode };

/** A row in which spans are drawn: its record's own answers, kept as drafts like those of its form (design/bulk.md#spans). */
export function RowSpans({ record, response, children }: RowSpansProps) {
  const rows = use(RowsContext);
  const place = useRef<HTMLDivElement>(null);
  const drafts = useDraftService();
  const draft = useSyncExternalStore(drafts.onChange, () => drafts.get(record.id)?.answers ?? null);
  const form = useMemo(() => rows && openRow(rows.questions, record, response, draft), [rows, record, response, draft]);
  const latest = useLatest(
    () => rows && openRow(rows.questions, record, response, drafts.get(record.id)?.answers ?? null),
  );
  const page = useMemo((): FormOnPage | null => {
    if (rows === null || form === null) return null;
    return {
      form,
      dispatch: (action) => {
        const next = changeAnswers(latest() ?? form, action);
        rows.drafts.change(record.id, draftOf(next));
        rows.onDrawn(record.id);
        return next;
      },
      recordKey: record.id,
      focusQuestion: () => place.current?.closest<HTMLElement>("[role=row]")?.focus({ preventScroll: true }),
      tell: rows.tell,
    };
  }, [rows, form, record.id, latest]);
  return (
    <FormOnPageContext value={page}>
      <div ref={place}>{children}</div>
    </FormOnPageContext>
  );
}

function openRow(
  questions: readonly Question[],
  { suggestions }: FeedbackRecord,
  response: OwnResponse | null,
  draft: Parameters<Drafts["change"]>[1],
): AnswerForm {
  return openForm({ questions, response, suggestions: suggestions ?? [], draft, takesUp: true });
}
