import type { AnswerForm } from "@postil/domain/answers/answer-form";
import { changeAnswers, type FormAction } from "@postil/domain/answers/answer-form-change";
import type { Obstacle } from "@postil/domain/answers/answers";
import { t } from "i18next";
import { createContext, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { FormStep } from "../../../workbench/saving/action-session.ts";

/** Applies an action and returns the new form, before anything is rendered. */
export type AnswerDispatch = (action: FormAction) => AnswerForm;

export type HeldForm = {
  readonly form: AnswerForm;
  /** the newest form, also between two key presses before React has rendered */
  readonly formRef: RefObject<AnswerForm>;
  readonly dispatch: AnswerDispatch;
};

/**
 * Holds the form of the record on screen. A new `key` (another record, or the same one after undo) opens a new form within the
 * same render, so that a record never shows the answers of the previous one. `given`: the ref where others read the newest
 * form.
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
      // The action was meant for an earlier record, so it must not change the current one.
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

/** The form of a record on screen, for parts that answer a question outside the panel. */
export type FormOnPage = {
  readonly form: AnswerForm;
  readonly dispatch: AnswerDispatch;
  /** changes with the record, and when its form is opened again */
  readonly recordKey: string;
  readonly focusQuestion: (name: string) => void;
  /** Shows the last change of the form, with undo and redo, in the line for actions; null means that the form is left. */
  readonly tell: (step: FormStep | null) => void;
};

/** Null if the questions are for many records, or for none. */
export const FormOnPageContext = createContext<FormOnPage | null>(null);

/** True if the questions are for many records in rows, and spans are drawn in these rows (design/bulk.md#spans). */
export const SpansInRowsContext = createContext(false);

/**
 * The reason why a record cannot be submitted: the titles of unanswered questions, or of incomplete rankings; empty if it can
 * be submitted.
 */
export function missingText(obstacles: readonly Obstacle[]): string {
  const first = obstacles[0];
  if (first === undefined) return "";
  const titles = obstacles.filter(({ reason }) => reason === first.reason).map(({ question }) => question.title);
  return t(`annotation.actions.${first.reason}`, { titles: titles.join(", ") });
}
