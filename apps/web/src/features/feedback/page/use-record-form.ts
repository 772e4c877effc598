import { type AnswerForm, draftOf, isModified, openForm } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import type { Question } from "@postil/domain/datasets/question";
import type { AnswerDraft } from "@postil/domain/outbox/answer-draft";
import { useCallback, useEffect, useMemo, useState } from "react";
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
  /** Opens the form as the response says, without what was typed. */
  readonly forgetTyped: () => void;
  /** The same, but what was kept before the form was opened is still offered. */
  readonly forgetChanges: () => void;
  /** Opens the form as the response says by now; what it does not hold is offered where the record is answered. */
  readonly reopen: () => void;
};

/**
 * The answers to the record on screen. `rewritten` changes when undo or redo wrote another response, so that the form opens
 * anew. What is typed is kept in the browser with every change (FAN-16, design/annotation.md#drafts).
 */
export function useRecordForm(
  item: ShownItem,
  questions: readonly Question[],
  drafts: Drafts,
  rewritten: number,
): RecordForm {
  const { id } = item.record;
  const [openings, setOpenings] = useState(0);
  const formKey = `${id}/${openings}/${rewritten}`;
  const found = drafts.get(id);
  const held = useAnswerForm(
    formKey,
    (): AnswerForm =>
      openForm({
        questions,
        response: item.response,
        suggestions: item.record.suggestions ?? [],
        draft: drafts.get(id)?.answers ?? null,
        saveFailed: item.saved === "failed",
      }),
  );
  const { dispatch: apply, form, formRef } = held;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as old as it was when the form was opened; typing makes it newer.
  const keptAt = useMemo(() => drafts.get(id)?.savedAt ?? 0, [drafts, formKey]);
  const keep = (answers: AnswerDraft | null) => {
    drafts.change(id, answers);
    setOpenings((before) => before + 1);
  };
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
    forgetTyped: () => keep(null),
    forgetChanges: () => keep(formRef.current.kept),
    reopen: () => setOpenings((before) => before + 1),
  };
}
