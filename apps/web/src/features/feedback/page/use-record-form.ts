import {
  type AnswerForm,
  acceptableSuggestions,
  draftOf,
  formActions,
  formValues,
  isModified,
  openForm,
  saidValues,
  submissionOf,
} from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import type { Question } from "@postil/domain/datasets/question";
import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import { announce } from "../../../ui/screen-reader.tsx";
import { type AnswerDispatch, type HeldForm, missingText, useAnswerForm } from "../questions/answer-form.ts";
import type { QuestionsPanelHandle } from "../questions/questions-panel.tsx";
import type { ShownItem } from "../queue/queue-state.ts";
import type { ResponseActions } from "../queue/use-response-actions.ts";

type RecordForm = HeldForm & {
  /** changes with the record, and when its form is opened again */
  readonly formKey: string;
  /** When the restored answers were typed, epoch ms; null if none were restored. */
  readonly restoredAt: number | null;
  /** When the edits that the form offers were typed, epoch ms. */
  readonly keptAt: number;
  /** Updates the form after a save or a clear; this is not kept as a draft. */
  readonly settle: (action: Extract<FormAction, { type: "saved" | "clearAll" }>) => void;
  /** Keeps the answers typed here, and drops those typed in another tab. */
  readonly keepTyped: () => void;
  /** Opens the form with the response, without the typed answers. */
  readonly forgetTyped: () => void;
  /** Opens the form with the current response. For an answered record, the other typed answers are offered. */
  readonly reopen: () => void;
};

type RecordFormOptions = {
  readonly item: ShownItem;
  readonly questions: readonly Question[];
  readonly drafts: Drafts;
  /** changes when the page writes another response or drops the typed answers: the form then opens again */
  readonly openings: number;
  /** the form on screen, which the page checks before it is left */
  readonly formRef: RefObject<AnswerForm>;
};

/** The answers to the record on screen. Every change is kept in the browser (FAN-16, design/annotation.md#drafts). */
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
        fields: item.record.fields,
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
  // A form that now equals the response, after a change on another page or by the user, is not kept as a draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is opened.
  useEffect(() => {
    if (draftOf(formRef.current) === null) drafts.change(id, null);
  }, [formKey]);
  // "Restored unsaved changes" appears once for each record.
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

/**
 * The handlers of the actions. Each reads the current form, so that a key pressed in between is not lost. `seen`: true if the
 * user can have seen the record. `goOn`: moves to the next record, if the chosen answer was submitted before.
 */
export function useRecordHandlers(
  { formRef, dispatch, settle, keepTyped }: RecordForm,
  actions: ResponseActions,
  panel: RefObject<QuestionsPanelHandle | null>,
  resting: boolean,
  seen: () => boolean,
  goOn: () => void,
) {
  const submitForm = (form: AnswerForm) => {
    const submission = submissionOf(form);
    if (submission.state === "ready") {
      settle({ type: "saved", status: "submitted" });
      actions.submit(submission.values);
    } else if (submission.state === "missing") {
      panel.current?.focusQuestion(submission.first.question.name);
      announce(missingText(submission.obstacles));
    }
  };
  const ifSeen = (act: () => void) => () => void (seen() && act());
  const draft = () => {
    const values = formValues(formRef.current);
    settle({ type: "saved", status: "draft" });
    actions.saveDraft(values);
  };
  return {
    submitChosen: (form: AnswerForm) => {
      if (!seen()) return;
      if (submissionOf(form).state === "unchanged") goOn();
      else submitForm(form);
    },
    takesKeys: () => !resting,
    submit: ifSeen(() => submitForm(formRef.current)),
    draft: ifSeen(draft),
    draftWhenIdle: draft,
    discard: ifSeen(() => {
      const values = saidValues(formRef.current);
      settle({ type: "saved", status: "discarded" });
      actions.discard(values);
    }),
    clear: ifSeen(() => {
      settle({ type: "clearAll" });
      actions.clear();
      // Without its suggestions, the form is a change, and redo needs it (FRS-20).
      keepTyped();
      panel.current?.takeFocus();
    }),
    accept: ifSeen(() => {
      for (const { name } of acceptableSuggestions(formRef.current))
        dispatch({ type: "useSuggestion", question: name });
      submitForm(formRef.current);
    }),
    may: () => ({ ...formActions(formRef.current), accept: acceptableSuggestions(formRef.current).length > 0 }),
  };
}
