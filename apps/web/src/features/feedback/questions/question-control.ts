import type { QuestionState } from "@postil/domain/answers/answer-form";
import type { FormAction } from "@postil/domain/answers/answer-form-change";
import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { Ref } from "react";

/** What the panel asks of a question without knowing its type. */
export type QuestionHandle = {
  /** Puts the focus where its keys work: on the first option, in the search of a long list, on the text. */
  readonly focus: () => void;
  /** A digit typed while the focus is on the page (design/keys.md#labeling: "a digit after a click on the text works too"). */
  readonly typeDigit: (digit: string) => void;
  /** Puts the focus into the label search; false when there is none. */
  readonly find: () => boolean;
};

export type QuestionOf<Type extends QuestionSettings["type"]> = Question & {
  readonly settings: Extract<QuestionSettings, { readonly type: Type }>;
};

/** Of the field in the record that a question of spans asks about. */
export type SpanFieldProps = { question: QuestionOf<"span">; title: string; text: string };

export const isSpanQuestion = (question: Question): question is QuestionOf<"span"> => question.settings.type === "span";

/** How the answer came: only a typed number may also submit (design/keys.md#labeling). */
export type AnsweredBy = "number" | "other";

export type QuestionProps<Q extends Question = Question> = {
  readonly question: Q;
  readonly state: QuestionState;
  /** the texts of the record, for answers that quote them */
  readonly fields: FeedbackRecord["fields"];
  /** changes with the record: what belongs to one record only, such as a search, starts anew */
  readonly recordKey: string;
  readonly disabled: boolean;
  readonly onAction: (action: FormAction) => void;
  /**
   * One label or rating: the panel also moves on (design/questions.md#labels). False when the focus is left to the question.
   */
  readonly onChoose: (question: Question, value: string | number, by: AnsweredBy) => boolean;
  readonly ref: Ref<QuestionHandle>;
};
