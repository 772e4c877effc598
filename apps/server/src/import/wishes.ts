import type { FILE_SHAPES } from "@postil/contract/datasets/upload-wish";
import type { Task } from "@postil/domain/datasets/dataset";
import type { QuestionType } from "@postil/domain/datasets/question";
import type { DateOrder } from "./dates.ts";

/** The question types that a file can be imported for. */
export type PlannedType = Extract<
  QuestionType,
  "label_selection" | "multi_label_selection" | "rating" | "ranking" | "text" | "span"
>;

/** A date is stored as a whole number. */
export type MetadataType = "terms" | "integer" | "float" | "date";

/** What a row says about its label: `answer: reject` means that the label is wrong. */
export type Decision = "accepted" | "rejected" | "discarded" | "draft";
/** The values of a column that mean this decision. */
export type AnswerWish = { readonly decision: Decision; readonly column: string; readonly values: readonly string[] };

/** What places in a text count: code points, as Python does, or units of 16 bits, as JavaScript does. */
export type SpanUnit = "characters" | "utf16";
export type SpanWish = { readonly field: string | null; readonly unit: SpanUnit | null };

/** A requested question: about the values of a column, or with its own options. */
export type QuestionWish = {
  readonly type: PlannedType;
  readonly name: string;
  readonly options: readonly string[] | null;
  /** Of spans: the column of their field, and what their places count; null is guessed. */
  readonly span?: SpanWish;
  /** What only the page says; without it the rest follows from the column. */
  readonly form?: QuestionForm;
};

/** What a person says about a question on the page. */
export type QuestionForm = {
  /** False if the question has no column, although one may have its name. */
  readonly hasColumn: boolean;
  readonly title: string;
  readonly description: string | null;
  readonly required: boolean;
  /** In this order before those of the column that are not among them. */
  readonly firstOptions: readonly string[];
};
/** Whose answers they are: of the person that a column names, or of one person. */
export type By = { readonly column: string } | { readonly person: string };
/** A column of answers: to its own question, or to another (null: the first). `by` null: nobody has said. */
export type ResponseWish = { readonly column: string; readonly question: string | null; readonly by: By | null };

/**
 * `question` null means the first question. `agent` and `score`: of another column, or the same for all rows; null: the column's
 * name, and the score that comes with the value.
 */
export type SuggestionWish = {
  readonly question: string | null;
  readonly column: string;
  readonly agent?: { readonly column: string } | { readonly text: string } | null;
  readonly score?: { readonly column: string } | { readonly number: number } | null;
};

/** `type` null means that the type is guessed from the values. */
export type MetadataWish = {
  readonly column: string;
  readonly type: MetadataType | null;
  readonly order?: DateOrder | null;
  readonly min?: number | null;
  readonly max?: number | null;
};

/** The options for importing a file; an empty list means that columns of that kind are inferred. */
export type ImportWishes = {
  readonly dataset: string | null;
  readonly fields: readonly string[];
  /** In the order of the options. */
  readonly questions: readonly QuestionWish[];
  readonly metadata: readonly MetadataWish[];
  readonly suggestions: readonly SuggestionWish[];
  readonly responses: readonly ResponseWish[];
  /** The people that names in the file mean; null leaves the answers of a name out. Any other name is a username. */
  readonly people: ReadonlyMap<string, string | null>;
  /** Columns of questions whose values are options and nothing more. */
  readonly optionsOnly: readonly string[];
  readonly vectors: readonly string[];
  readonly id: string | null;
  readonly ignored: readonly string[];
  /** Columns that are kept with the record, and that no filter knows. */
  readonly extras: readonly string[];
  readonly guidelines: string | null;
  /** Columns that say if the label of a row is a valid answer. */
  readonly answers: readonly AnswerWish[];
  readonly partNames: ReadonlyMap<string, string>;
  readonly partTitles: ReadonlyMap<string, string>;
  /** What values of questions are called on the page: by column, or by the name of a question without one. */
  readonly labelNames: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** True if rows with the same id are one record, with the answers of each. */
  readonly merge: boolean;
  /** True if labels that look alike, or like no value, stay separate labels. */
  readonly asWritten: boolean;
  readonly missing: readonly string[] | null;
};

export type FileShape = (typeof FILE_SHAPES)[number];

/** The tools whose exports have labels of whole texts under a name or in a form of their own. */
const OF_TEXTS: readonly FileShape[] = ["prodigy", "doccano"];

/** A task has columns of its own: other tools are looked for only where their labels would be lost. Null: `said` is not. */
export function shapesFor(task: Task, said: FileShape | null): Pick<FileWishes, "shape" | "among"> | null {
  const among = task === "TextClassification" ? OF_TEXTS : [];
  if (said === "plain") return { shape: "plain" };
  return said === null || among.includes(said) ? { shape: said, among } : null;
}

/** The user's options for reading a file; if one is null or empty, the file itself decides. */
export type FileWishes = {
  /** The tool whose export it is; `plain`: the columns as they are. */
  readonly shape: FileShape | null;
  /** If it is there, no other tools are looked for. */
  readonly among?: readonly FileShape[];
  readonly encoding: string | null;
  readonly separator: string | null;
  /** An empty text means that quotes are ordinary characters. */
  readonly quote: string | null;
  /** True if the first line of a table names the columns; null means that no option says. */
  readonly header: boolean | null;
  readonly names: readonly string[] | null;
  /** Cells that mean "no value"; null means that the option is not set. */
  readonly missing: readonly string[] | null;
  /** True if blanks around a cell are removed. */
  readonly trim: boolean;
  readonly labelSeparator: string | null;
  /** The columns that hold labels, if options name them. */
  readonly labelColumns: readonly string[];
  /** Paths like `data.text`, which name nested members. */
  readonly paths: readonly string[];
  /** For files with tokens in columns: a column number from 1, or a name from the header. */
  readonly tokenColumn: string | null;
  readonly tagColumn: string | null;
  /** Columns of objects whose members become columns, as paths. */
  readonly members: readonly string[];
  /** The column in whose texts spans are marked. */
  readonly marks: string | null;
  /** For Excel files: the name of the sheet. */
  readonly sheet: string | null;
  /** Columns that are left out. A file by columns is not read there. */
  readonly ignored: readonly string[];
};
