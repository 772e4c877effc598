import type { AnswerForm } from "@postil/domain/answers/answer-form";
import { createContext } from "react";
import type { FormStep } from "../../../workbench/saving/action-session.ts";
import type { AnswerDispatch } from "./use-answer-form.ts";

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
