import type { AnswerForm } from "@postil/domain/answers/answer-form";
import { changeAnswers, type FormAction } from "@postil/domain/answers/answer-form-change";
import { createContext, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { FormStep } from "../../../workbench/saving/action-session.ts";

/** Applies an action and returns the form as it then stands, before anything is drawn. */
export type AnswerDispatch = (action: FormAction) => AnswerForm;

export type HeldForm = {
  readonly form: AnswerForm;
  /** the newest form, also between two key presses that React has not drawn yet */
  readonly formRef: RefObject<AnswerForm>;
  readonly dispatch: AnswerDispatch;
};

/**
 * Holds the form of the record on screen. A new `key` (another record, or the same one after undo) opens a new form within the
 * same render, so that a record never shows the answers of the one before it. `given`: where others look for the newest form.
 */
export function useAnswerForm(key: string, open: () => AnswerForm, given?: RefObject<AnswerForm>): HeldForm {
  const [held, setHeld] = useState(() => ({ key, form: open() }));
  const current = held.key === key ? held : { key, form: open() };
  if (current !== held) setHeld(current);

  const own = useRef(current.form);
  const formRef = given ?? own;
  const keyRef = useRef(key);
  useLayoutEffect(() => {
    formRef.current = current.form;
    keyRef.current = key;
  });
  const dispatch = useCallback<AnswerDispatch>(
    (action) => {
      // Meant for a record that is no longer here: nothing of it may reach the one that is.
      if (keyRef.current !== key) return formRef.current;
      const form = changeAnswers(formRef.current, action);
      formRef.current = form;
      setHeld({ key, form });
      return form;
    },
    [key, formRef],
  );
  return { form: current.form, formRef, dispatch };
}

/** The form of a record on screen, for what answers a question outside the panel of questions. */
export type FormOnPage = {
  readonly form: AnswerForm;
  readonly dispatch: AnswerDispatch;
  /** changes with the record, and when the form was opened anew on it */
  readonly recordKey: string;
  readonly focusQuestion: (name: string) => void;
  /** What was just changed in the form, with the ways back and forth, in the line for actions; null: the form is left. */
  readonly tell: (step: FormStep | null) => void;
};

/** Null where questions are asked of many records, or of none. */
export const FormOnPageContext = createContext<FormOnPage | null>(null);

/** Whether the many records that are asked about stand in rows, in which their spans are drawn (design/bulk.md#spans). */
export const SpansInRowsContext = createContext(false);
