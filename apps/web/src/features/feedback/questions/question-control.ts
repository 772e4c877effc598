import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { Ref } from "react";

/** The interface of a question for the panel, independent of its type. */
export type QuestionHandle = {
  /** Focuses the place where the question's keys work: the first option, the search of a long list, or the text. */
  readonly focus: () => void;
  /**
   * Handles a digit typed while the focus is on the page (design/keys.md#labeling: "a digit after a click on the text works
   * too").
   */
  readonly typeDigit: (digit: string) => void;
  /** Focuses the label search; returns false if there is none. */
  readonly find: () => boolean;
};

export type QuestionOf<Type extends QuestionSettings["type"]> = Question & {
  readonly settings: Extract<QuestionSettings, { readonly type: Type }>;
};

/** For the field in the record that a span question marks. */
export type SpanFieldProps = { question: QuestionOf<"span">; title: string; text: string };

/** How the user answered: only a typed number may also submit (design/keys.md#labeling). */
export type AnsweredBy = "number" | "other";

export type QuestionProps<Q extends Question = Question> = {
  readonly question: Q;
  readonly state: QuestionState;
  /** the texts of the record, for answers that quote them */
  readonly fields: FeedbackRecord["fields"];
  /** changes with the record: state of a single record, such as a search, starts again */
  readonly recordKey: string;
  readonly disabled: boolean;
  readonly onAction: (action: FormAction) => void;
  /**
   * Called when a label or rating is chosen: the panel also moves on (design/questions.md#labels). Returns false if the
   * question keeps the focus.
   */
  readonly onChoose: (question: Question, value: string | number, by: AnsweredBy) => boolean;
  readonly ref: Ref<QuestionHandle>;
};
