import type { AnswerWish } from "./answers.ts";
import type { MetadataType, PlannedType } from "./plan.ts";

/** A requested question: about the values of a column, or with its own options. */
export type QuestionWish = {
  readonly type: PlannedType;
  readonly name: string;
  readonly options: readonly string[] | null;
};
/** `question` null means the first question. */
export type SuggestionWish = { readonly question: string | null; readonly column: string };

/** `type` null means that the type is guessed from the values. */
export type MetadataWish = { readonly column: string; readonly type: MetadataType | null };

/** The options for importing a file; an empty list means that columns of that kind are inferred. */
export type ImportWishes = {
  readonly dataset: string | null;
  readonly fields: readonly string[];
  /** In the order of the options. */
  readonly questions: readonly QuestionWish[];
  readonly metadata: readonly MetadataWish[];
  readonly suggestions: readonly SuggestionWish[];
  readonly vectors: readonly string[];
  readonly id: string | null;
  readonly ignored: readonly string[];
  readonly guidelines: string | null;
  /** Columns that say if the label of a row is a valid answer. */
  readonly answers: readonly AnswerWish[];
  /** Part names, by column. */
  readonly partNames: ReadonlyMap<string, string>;
  /** True if labels that look alike, or like no value, stay separate labels. */
  readonly asWritten: boolean;
  readonly missing: readonly string[] | null;
};
