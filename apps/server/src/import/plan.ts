import type { QuestionType } from "@postil/domain/datasets/question";
import type { DatasetPlan } from "../client/fill-dataset.ts";
import type { Answers } from "./answers.ts";
import type { Sample } from "./columns.ts";
import type { Definition } from "./exported/definition.ts";

/** What can be asked about the rows of a file. */
export type PlannedType = Exclude<QuestionType, "span">;

export type MetadataType = "terms" | "integer" | "float";

/** What becomes of one column. `name` is the part's name in the dataset, which may hold fewer characters. */
export type Role =
  | { readonly kind: "id" }
  | { readonly kind: "field"; readonly name: string; readonly required: boolean }
  | {
      readonly kind: "question";
      readonly question: string;
      readonly type: PlannedType;
      readonly options: number;
      /** What the row's own value is kept as: proposed to annotators, or hidden from them where a model proposes. */
      readonly keptAs: "suggestion" | "metadata";
    }
  | { readonly kind: "suggestion"; readonly question: string; readonly type: PlannedType }
  | { readonly kind: "metadata"; readonly name: string; readonly type: MetadataType }
  | { readonly kind: "vector"; readonly name: string; readonly dimensions: number }
  /** Kept with the record as metadata that is not declared: shown, but not for filters. */
  | { readonly kind: "extra"; readonly name: string }
  | { readonly kind: "ignored"; readonly why: string };

export type ColumnRole = { readonly column: string; readonly role: Role };

/** All that is to be made of a file. */
export type ImportPlan = {
  readonly dataset: DatasetPlan;
  readonly roles: readonly ColumnRole[];
  readonly questions: readonly PlannedQuestion[];
  readonly rows: number;
  /** Rows and what is none, together. */
  readonly read: number;
  /** What the person should know before it is made. */
  readonly notes: readonly string[];
  /** What only the person can decide, each a sentence; while there is any nothing is imported. */
  readonly asked: readonly string[];
  /** The first rows, as they are read. */
  readonly sample: readonly Sample[];
  /** Columns whose cells are texts, though some look like lists. */
  readonly plain: ReadonlySet<string>;
  readonly answers: Answers;
  /** What a file that is an export says of its dataset: then its columns have no roles. */
  readonly exported?: Definition;
};

/** A question as it is planned: its column, if it has one, and its options in the order they are shown. */
export type PlannedQuestion = {
  readonly column: string | null;
  readonly question: string;
  readonly type: PlannedType;
  readonly options: readonly string[];
  /** What options are called on the page, where that is something else. */
  readonly titles?: ReadonlyMap<string, string>;
  /** How often each value stands in the file. */
  readonly counts: ReadonlyMap<string, number>;
};
