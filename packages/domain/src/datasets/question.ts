import type { Micros } from "../time.ts";

/** An option of a label, ranking or span question. `text` is shown to people, `value` is stored (FEN-08). */
export type LabelOption = { readonly value: string; readonly text: string; readonly description: string | null };

export type TextQuestionSettings = { readonly type: "text"; readonly useMarkdown: boolean };

export type RatingQuestionSettings = {
  readonly type: "rating";
  readonly options: readonly { readonly value: number }[];
};

export type LabelQuestionSettings = {
  readonly type: "label_selection";
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
};

export type MultiLabelQuestionSettings = {
  readonly type: "multi_label_selection";
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
  readonly optionsOrder: "natural" | "suggestion";
};

export type RankingQuestionSettings = { readonly type: "ranking"; readonly options: readonly LabelOption[] };

export type SpanQuestionSettings = {
  readonly type: "span";
  readonly field: string;
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
  readonly allowOverlapping: boolean;
  readonly allowCharacterAnnotation: boolean;
};

export type QuestionSettings =
  | TextQuestionSettings
  | RatingQuestionSettings
  | LabelQuestionSettings
  | MultiLabelQuestionSettings
  | RankingQuestionSettings
  | SpanQuestionSettings;
export type QuestionType = QuestionSettings["type"];

export type Question = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly settings: QuestionSettings;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
