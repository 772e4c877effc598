import { type AnswerForm, draftOf, openForm } from "@postil/domain/answer-form";
import type { FormAction } from "@postil/domain/answer-form-change";
import type { Question } from "@postil/domain/entities";
import { useCallback, useEffect, useState } from "react";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import type { AnswerDispatch, HeldForm } from "../questions/use-answer-form.ts";
import { useAnswerForm } from "../questions/use-answer-form.ts";
import type { ShownItem } from "../queue/queue-state.ts";

export type RecordForm = HeldForm & {
  /** changes with the record, and when the form was opened anew on it */
  readonly formKey: string;
  /** When the answers that were restored had been typed, epoch ms; null when none were. */
  readonly restoredAt: number | null;
  /** Brings the form up to what was just saved or cleared; nothing of that is to be kept as typed. */
  readonly settle: (action: Extract<FormAction, { type: "saved" | "clearAll" }>) => void;
  /** Opens the form as the response says, without what was typed. */
  readonly forgetTyped: () => void;
};

/**
 * The answers to the record on screen. `rewritten` changes when undo or redo wrote another response, so that the form opens
 * anew. What is typed is kept in the browser with every change (FAN-16, screens 5.9).
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
  const { dispatch: apply } = held;
  const dispatch = useCallback<AnswerDispatch>(
    (action) => {
      const form = apply(action);
      drafts.change(id, draftOf(form));
      return form;
    },
    [apply, drafts, id],
  );
  // "Restored unsaved changes" is said once per record.
  useEffect(() => () => drafts.acknowledge(id), [drafts, id]);
  return {
    ...held,
    dispatch,
    settle: apply,
    formKey,
    restoredAt: found?.fromEarlier === true ? found.savedAt : null,
    forgetTyped: () => {
      drafts.change(id, null);
      setOpenings((before) => before + 1);
    },
  };
}
