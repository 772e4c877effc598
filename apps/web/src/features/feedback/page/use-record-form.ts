import { type AnswerForm, draftOf, isModified, openForm } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import type { ShownItem } from "../../../workbench/queue/queue-state.ts";
import type { AnswerDispatch, HeldForm } from "../questions/use-answer-form.ts";
import { useAnswerForm } from "../questions/use-answer-form.ts";

export type RecordForm = HeldForm & {
  /** changes with the record, and when the form was opened anew on it */
  readonly formKey: string;
  /** When the answers that were restored had been typed, epoch ms; null when none were. */
  readonly restoredAt: number | null;
  /** When the edits that the form offers had been typed, epoch ms. */
  readonly keptAt: number;
  /** Brings the form up to what was just saved or cleared; nothing of that is to be kept as typed. */
  readonly settle: (action: Extract<FormAction, { type: "saved" | "clearAll" }>) => void;
  /** What is typed here is kept, and no longer what was typed in another tab. */
  readonly keepTyped: () => void;
  /** Opens the form as the response says, without what was typed. */
  readonly forgetTyped: () => void;
  /** Opens the form as the response says by now; what it does not hold is offered where the record is answered. */
  readonly reopen: () => void;
};

type RecordFormOptions = {
  readonly item: ShownItem<FeedbackRecord>;
  readonly questions: readonly Question[];
  readonly drafts: Drafts;
  /** changes when the page has another response written, or what was typed let go of: the form opens anew */
  readonly openings: number;
  /** the form on screen, which the page asks before it is left */
  readonly formRef: RefObject<AnswerForm>;
};

/**
 * The answers to the record on screen. What is typed is kept in the browser with every change (FAN-16,
 * design/annotation.md#drafts).
 */
export function useRecordForm({ item, questions, drafts, openings, formRef }: RecordFormOptions): RecordForm {
  const { id } = item.record;
  const [reopenings, setReopenings] = useState(0);
  const formKey = `${id}/${reopenings}/${openings}`;
  const found = drafts.get(id);
  const held = useAnswerForm(
    formKey,
    (): AnswerForm =>
      openForm({
        questions,
        response: item.response,
        suggestions: item.record.suggestions ?? [],
        draft: drafts.get(id)?.answers ?? null,
        takesUp: item.saved === "failed",
      }),
    formRef,
  );
  const { dispatch: apply, form } = held;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as old as it was when the form was opened; typing makes it newer.
  const keptAt = useMemo(() => drafts.get(id)?.savedAt ?? 0, [drafts, formKey]);
  const reopen = () => setReopenings((before) => before + 1);
  const dispatch = useCallback<AnswerDispatch>(
    (action) => {
      const form = apply(action);
      drafts.change(id, draftOf(form));
      return form;
    },
    [apply, drafts, id],
  );
  // What the response says by now, from another page or after the reader came back to it, is no work that is kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is opened.
  useEffect(() => {
    if (draftOf(formRef.current) === null) drafts.change(id, null);
  }, [formKey]);
  // "Restored unsaved changes" is said once per record.
  useEffect(() => () => drafts.acknowledge(id), [drafts, id]);
  return {
    ...held,
    dispatch,
    settle: apply,
    formKey,
    restoredAt: found?.fromEarlier === true && isModified(form) ? found.savedAt : null,
    keptAt,
    keepTyped: () => drafts.change(id, draftOf(formRef.current)),
    forgetTyped: () => {
      drafts.change(id, null);
      reopen();
    },
    reopen,
  };
}
