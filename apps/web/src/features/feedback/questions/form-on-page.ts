import type { AnswerForm } from "@postil/domain/answers/answer-form";
import { createContext } from "react";
import type { AnswerDispatch } from "./use-answer-form.ts";

/** The form of the record on screen, for what answers a question outside the panel of questions. */
export type FormOnPage = {
  readonly form: AnswerForm;
  readonly dispatch: AnswerDispatch;
  /** changes with the record, and when the form was opened anew on it */
  readonly recordKey: string;
  readonly focusQuestion: (name: string) => void;
  /** What was just changed in the form, with the way back, in the line for actions; null: nothing any more. */
  readonly tell: (change: { readonly text: string; readonly undo: () => void } | null) => void;
};

/** Null where questions are asked of many records, or of none. */
export const FormOnPageContext = createContext<FormOnPage | null>(null);
