import { type AnswerForm, acceptableSuggestions, formValues } from "@postil/domain/answers/answer-form";
import { formActions, submissionOf } from "@postil/domain/answers/form-actions";
import type { RefObject } from "react";
import { announce } from "../../../ui/live-region.tsx";
import type { ResponseActions } from "../../../workbench/saving/use-response-actions.ts";
import { missingText } from "../questions/missing-text.ts";
import type { QuestionsPanelHandle } from "../questions/questions-panel.tsx";
import type { RecordForm } from "./use-record-form.ts";

/**
 * What the actions do. Each reads the form as it is at that moment, so that a key pressed in between is not lost. `seen`: whether who
 * presses can have seen the record. `goOn`: to the next record, where what is chosen was submitted before.
 */
export function useRecordHandlers(
  { formRef, dispatch, settle }: RecordForm,
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
      const values = formValues(formRef.current);
      settle({ type: "saved", status: "discarded" });
      actions.discard(values);
    }),
    clear: ifSeen(() => {
      settle({ type: "clearAll" });
      actions.clear();
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
