import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import { t } from "i18next";
import { useCallback } from "react";
import { announce } from "../../../ui/screen-reader.tsx";
import type { FormStep } from "../../../workbench/saving/action-session.ts";
import type { AnswerDispatch, HeldForm } from "./answer-form.ts";

type AnswerChange = { readonly before: QuestionState; readonly after: QuestionState };

/** The step that undoes and redoes a change of one answer. */
export function answerStep(dispatch: AnswerDispatch, name: string, change: AnswerChange, text: string): FormStep {
  const bring = (state: QuestionState, said: string) => {
    dispatch(wholeAnswer(name, state));
    announce(said);
  };
  return {
    text,
    undo: () => bring(change.before, t("annotation.foot.message.undone", { record: text })),
    redo: () => bring(change.after, text),
  };
}

export const wholeAnswer = (question: string, state: QuestionState): FormAction => ({
  ...state,
  type: "setAnswer",
  question,
});

/** A dispatch that makes every change of an answer a step, newest first to undo (FAN-42). */
export function useFormSteps(
  formRef: HeldForm["formRef"],
  dispatch: AnswerDispatch,
  tell: (step: FormStep | null) => void,
): AnswerDispatch {
  return useCallback(
    (action) => {
      const earlier = formRef.current;
      const form = dispatch(action);
      if (form === earlier) return form;
      const name = "question" in action ? action.question : "";
      const [before, after] = [earlier.states[name], form.states[name]];
      // A change of several answers cannot be undone, so neither can those before it: they would bring back older answers.
      if (before === undefined || after === undefined) tell(null);
      else {
        const question = form.questions.find((one) => one.name === name)?.title ?? name;
        const step = answerStep(dispatch, name, { before, after }, t("annotation.foot.message.answered", { question }));
        tell(action.type === "setText" ? { ...step, writes: name } : step);
      }
      return form;
    },
    [formRef, dispatch, tell],
  );
}
