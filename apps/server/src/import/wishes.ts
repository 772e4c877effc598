import type { PlannedType } from "./plan.ts";

/** A question asked for: about a column's values, or with options of its own. */
export type QuestionWish = {
  readonly type: PlannedType;
  readonly name: string;
  readonly options: readonly string[] | null;
};
/** `question` null: the first question. */
export type SuggestionWish = { readonly question: string | null; readonly column: string };

/** What is to become of a file; an empty list leaves that kind of column to be inferred. */
export type ImportWishes = {
  readonly dataset: string | null;
  readonly fields: readonly string[];
  /** In the order they were named. */
  readonly questions: readonly QuestionWish[];
  readonly metadata: readonly string[];
  readonly suggestions: readonly SuggestionWish[];
  readonly vectors: readonly string[];
  readonly id: string | null;
  readonly ignored: readonly string[];
  readonly guidelines: string | null;
};
