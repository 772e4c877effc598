import type { QuestionType } from "@postil/domain/datasets/question";
import type { DatasetPlan } from "../client/fill.ts";
import type { Answers } from "./answers.ts";
import type { Sample } from "./columns.ts";
import type { Definition } from "./exported/definition.ts";

/** The question types that a file can be imported for. */
export type PlannedType = Exclude<QuestionType, "span">;

export type MetadataType = "terms" | "integer" | "float";

/** The role of one column. `name` is its part name in the dataset, which allows fewer characters than a column name. */
export type Role =
  | { readonly kind: "id" }
  | { readonly kind: "field"; readonly name: string; readonly required: boolean }
  | {
      readonly kind: "question";
      readonly question: string;
      readonly type: PlannedType;
      readonly options: number;
      /**
       * How the row's own value is kept: as a suggestion, or, if a model makes the suggestions, as metadata hidden from
       * annotators.
       */
      readonly keptAs: "suggestion" | "metadata";
    }
  | { readonly kind: "suggestion"; readonly question: string; readonly type: PlannedType }
  | { readonly kind: "metadata"; readonly name: string; readonly type: MetadataType }
  | { readonly kind: "vector"; readonly name: string; readonly dimensions: number }
  /** Kept with the record as undeclared metadata: shown, but not for filters. */
  | { readonly kind: "extra"; readonly name: string }
  | { readonly kind: "ignored"; readonly why: string };

export type ColumnRole = { readonly column: string; readonly role: Role };

/** The whole plan for importing a file. */
export type ImportPlan = {
  readonly dataset: DatasetPlan;
  readonly roles: readonly ColumnRole[];
  readonly questions: readonly PlannedQuestion[];
  readonly rows: number;
  /** The number of rows, valid or not. */
  readonly read: number;
  /** Facts that the user should know before the dataset is created. */
  readonly notes: readonly string[];
  /** Doubts that only the user can settle, one sentence each; while there are any, nothing is imported. */
  readonly asked: readonly string[];
  /** The first rows as they were read. */
  readonly sample: readonly Sample[];
  /** Columns whose cells are texts, although some look like lists. */
  readonly plain: ReadonlySet<string>;
  readonly answers: Answers;
  /** The dataset description of an export file; with it, columns have no roles. */
  readonly exported?: Definition;
};

/** A planned question: its column, if it has one, and its options in display order. */
export type PlannedQuestion = {
  readonly column: string | null;
  readonly question: string;
  readonly type: PlannedType;
  readonly options: readonly string[];
  /** The titles of options on the page, if they differ from the values. */
  readonly titles?: ReadonlyMap<string, string>;
  /** The count of each value in the file. */
  readonly counts: ReadonlyMap<string, number>;
};
