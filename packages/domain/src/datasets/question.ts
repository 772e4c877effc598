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

/** The rules for the settings of a question, beyond the format of their values (contract api-v1 section 6). */

export const LABEL_OPTIONS_MIN = 2;
export const SPAN_OPTIONS_MIN = 1;
export const RANKING_OPTIONS = { min: 2, max: 50 } as const;
export const RATING_OPTIONS = { min: 2, max: 11 } as const;
export const RATING_VALUE = { ge: 0, le: 10 } as const;
export const VISIBLE_OPTIONS_MIN = 3;

/** `'a'` for text, `1` for a number, as the error texts of the wire quote values. */
const quoted = (value: string | number): string => (typeof value === "number" ? String(value) : `'${value}'`);

/** Values that occur more than once, each listed once, in the order of their first repetition. */
function repeated<T extends string | number>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  const twice = new Set<T>();
  for (const value of values) {
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return [...twice];
}

export function uniqueOptionsFault(options: readonly { readonly value: string | number }[]): string | null {
  const twice = repeated(options.map((option) => option.value));
  if (twice.length === 0) return null;
  return `Option values must be unique, found duplicates: {${twice.map(quoted).join(", ")}}`;
}

export function visibleOptionsFault(visible: number | null, optionCount: number): string | null {
  if (visible === null || visible <= optionCount) return null;
  return `the value for 'visible_options' must be less or equal to the number of items in 'options' (${optionCount})`;
}

/** A span question needs a known field that no other span question uses (contract api-v1 6.6). */
export function spanFieldFault(
  settings: QuestionSettings,
  fieldNames: readonly string[],
  questions: readonly Pick<Question, "id" | "settings">[],
): string | null {
  if (settings.type !== "span") return null;
  const { field } = settings;
  if (!fieldNames.includes(field)) {
    return `'${field}' is not a valid field name.\nValid field names are [${fieldNames.map(quoted).join(", ")}]`;
  }
  const user = questions.find((question) => question.settings.type === "span" && question.settings.field === field);
  return user ? `'${field}' is already used by span question with id '${user.id}'` : null;
}

/** Most questions of a dataset, and most bytes of all of them with their options, because they are listed together. */
export const QUESTIONS_BOUND = { what: "questions", count: 1000, bytes: 32 * 2 ** 20 } as const;
