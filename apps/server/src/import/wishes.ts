import type { AnswerWish } from "./answers.ts";
import type { MetadataType, PlannedType } from "./plan.ts";

/** A question asked for: about a column's values, or with options of its own. */
export type QuestionWish = {
  readonly type: PlannedType;
  readonly name: string;
  readonly options: readonly string[] | null;
};
/** `question` null: the first question. */
export type SuggestionWish = { readonly question: string | null; readonly column: string };

/** `type` null: what its values look like. */
export type MetadataWish = { readonly column: string; readonly type: MetadataType | null };

/** What is to become of a file; an empty list leaves that kind of column to be inferred. */
export type ImportWishes = {
  readonly dataset: string | null;
  readonly fields: readonly string[];
  /** In the order they were named. */
  readonly questions: readonly QuestionWish[];
  readonly metadata: readonly MetadataWish[];
  readonly suggestions: readonly SuggestionWish[];
  readonly vectors: readonly string[];
  readonly id: string | null;
  readonly ignored: readonly string[];
  readonly guidelines: string | null;
  /** Columns that say of a row whether its label is an answer. */
  readonly answers: readonly AnswerWish[];
  /** Names of parts, by their columns. */
  readonly partNames: ReadonlyMap<string, string>;
  /** Labels that look alike, or like no value, are labels of their own. */
  readonly asWritten: boolean;
  readonly missing: readonly string[] | null;
};
