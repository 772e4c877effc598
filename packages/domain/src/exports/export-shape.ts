import type { Task } from "../datasets/dataset.ts";
import type { QuestionType } from "../datasets/question.ts";

/** What one row of an exported file is (EXS-01). A new shape is a word here and an entry in each table below. */
export const EXPORT_SHAPES = ["full", "training", "answers", "preferences", "conll", "spacy", "hf"] as const;
export type ExportShape = (typeof EXPORT_SHAPES)[number];

export const EXPORT_FORMATS = ["jsonl", "csv", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What becomes of a record whose answers disagree. */
export const DISAGREEMENTS = ["leave_out", "mark"] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

/** The reasons why a record is not in a file. */
export const LEFT_OUT = [
  "unanswered",
  "question_unanswered",
  "no_answers",
  "disputed",
  "tied",
  "overlapping",
  "misfit",
  "blank_token",
  "no_text",
  "unknown_label",
  "too_large",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The same in words, after "3 records". */
export const LEFT_OUT_WORDS: { readonly [Reason in LeftOut]: string } = {
  unanswered: "no answer was submitted or validated",
  question_unanswered: "no answer to the question of this file was submitted",
  no_answers: "nobody has answered, not even with a draft",
  disputed: "people disagree, and no answer has most of them",
  tied: "no option is ranked above another",
  overlapping: "spans overlap",
  misfit: "a span does not fit its text, or begins or ends inside a token",
  blank_token: "a token has a blank in it",
  no_text: "there is no text",
  unknown_label: "the label is not among those of the dataset",
  too_large: "it has more than 64 MB, which only everything as JSON Lines or CSV can hold",
};

/** `ending`: null if the format chooses it. */
const SHAPES: {
  readonly [Shape in ExportShape]: {
    readonly ending: string | null;
    readonly marks?: true;
    readonly question?: QuestionType;
  };
} = {
  full: { ending: null },
  training: { ending: null, marks: true },
  answers: { ending: null },
  preferences: { ending: null, question: "ranking" },
  conll: { ending: "conll", question: "span" },
  spacy: { ending: "jsonl", question: "span" },
  hf: { ending: "zip", marks: true },
};

/** True if the shape can be written in each format; otherwise it is a format itself. */
export const hasFormats = (shape: ExportShape): boolean => SHAPES[shape].ending === null;

/** True if a record whose answers disagree can be written with a mark. */
export const canMark = (shape: ExportShape): boolean => SHAPES[shape].marks === true;

/** The type of the one question that the shape writes; null if it writes all questions. */
export const questionOfShape = (shape: ExportShape): QuestionType | null => SHAPES[shape].question ?? null;

/** True if the names of people stand in a file of this shape. */
export const namesPeople = (shape: ExportShape): boolean => shape === "full" || shape === "answers";

/** The kind of file: `jsonl`, `csv`, `parquet`, `conll` or `zip`. */
export const fileEnding = ({ shape, format }: FileOfShape): string => SHAPES[shape].ending ?? format;

/** Files that are packed inside: gzip would only cost time. */
export const isPacked = (file: FileOfShape): boolean => ["parquet", "zip"].includes(fileEnding(file));

type FileOfShape = { readonly shape: ExportShape; readonly format: ExportFormat };

/** The name of a dataset's file: `letters.jsonl.gz`, `letters-training.parquet`. */
export function exportFileName(name: string, file: FileOfShape & { readonly gzip: boolean }): string {
  const { shape, gzip } = file;
  const which = shape === "full" || shape === "conll" ? "" : `-${shape}`;
  return `${name}${which}.${fileEnding(file)}${gzip && !isPacked(file) ? ".gz" : ""}`;
}

/** The shapes that a feedback dataset with such questions can have. */
export const shapesOfQuestions = (types: readonly QuestionType[]): readonly ExportShape[] =>
  EXPORT_SHAPES.filter((shape) => {
    const type = questionOfShape(shape);
    return type === null || types.includes(type);
  });

/** The shapes of a task dataset: entities make token files, and nothing is ranked. */
export const shapesOfTask = (task: Task): readonly ExportShape[] =>
  EXPORT_SHAPES.filter((shape) => {
    const type = questionOfShape(shape);
    return type === null || (type === "span" && task === "TokenClassification");
  });

/** What of a wish contradicts itself, in words; null if nothing does. */
export function shapeFault(
  wish: FileOfShape & {
    readonly gzip: boolean;
    readonly disagreement: Disagreement;
    readonly guard: boolean;
    readonly question: string | null;
    /** The secret of them; null: no pseudonyms. */
    readonly pseudonyms: string | null;
  },
  offered: readonly ExportShape[],
): string | null {
  const { shape, format } = wish;
  if (!offered.includes(shape)) return `this dataset has no shape "${shape}"; it has: ${offered.join(", ")}`;
  if (!hasFormats(shape) && format !== "jsonl")
    return `the shape "${shape}" is a format itself; leave out the format "${format}"`;
  if (wish.gzip && isPacked(wish)) return `a file that ends in .${fileEnding(wish)} is packed inside; leave out gzip`;
  if (wish.disagreement === "mark" && !canMark(shape))
    return `the shape "${shape}" cannot mark disagreement; it leaves such records out`;
  if (!wish.guard && fileEnding(wish) !== "csv") return "only a CSV file has a guard against formulas";
  if (wish.question !== null && questionOfShape(shape) === null)
    return `the shape "${shape}" writes all questions; leave out the question`;
  if (wish.pseudonyms !== null && !namesPeople(shape))
    return `the shape "${shape}" names no people; leave out the pseudonyms`;
  return null;
}
