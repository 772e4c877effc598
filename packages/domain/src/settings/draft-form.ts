import type { Field } from "../datasets/field.ts";
import { partNameOf } from "../datasets/made-names.ts";
import { PART_NAME } from "../datasets/names.ts";
import {
  LABEL_OPTIONS_MIN,
  type LabelOption,
  type Question,
  type QuestionSettings,
  type QuestionType,
  RANKING_OPTIONS,
  RATING_OPTIONS,
  SPAN_OPTIONS_MIN,
} from "../datasets/question.ts";
import { asObject } from "../json-object.ts";
import {
  descriptionFault,
  type FieldForm,
  fieldForm,
  fieldWith,
  isFieldForm,
  isQuestionForm,
  optionTextFault,
  type QuestionForm,
  questionForm,
  questionTitleFault,
  questionWith,
  titleFault,
} from "./settings-form.ts";

/** Fields and questions of a draft: all of their values can be changed until it is published (DSB-03). */
type Whole = {
  /** Blank: it is made of the title. */
  readonly name: string;
  readonly required: boolean;
};
export type DraftFieldForm = FieldForm & Whole;
export type DraftQuestionForm = QuestionForm & Whole;

export const draftFieldForm = (field: Field): DraftFieldForm => ({ ...fieldForm(field), ...wholeOf(field) });
export const draftQuestionForm = (question: Question): DraftQuestionForm => ({
  ...questionForm(question),
  ...wholeOf(question),
});
const wholeOf = ({ name, required }: Whole): Whole => ({ name, required });

function isWhole(kept: unknown): boolean {
  const { name, required } = asObject(kept) ?? {};
  return typeof name === "string" && typeof required === "boolean";
}
export const isDraftFieldForm = (kept: unknown): kept is DraftFieldForm => isFieldForm(kept) && isWhole(kept);
export const isDraftQuestionForm = (kept: unknown): kept is DraftQuestionForm => isQuestionForm(kept) && isWhole(kept);

/** The name that is saved: the typed one, else one made of the title, else `otherwise`. */
export const draftNameOf = ({ name, title }: Pick<DraftFieldForm, "name" | "title">, otherwise: string): string =>
  name.trim() || (partNameOf(title.trim()) ?? otherwise);

/** The field as the form says it: to save it, and for the preview. */
export function draftFieldWith(field: Field, form: DraftFieldForm): Field {
  const { name: _, required, ...plain } = form;
  return { ...fieldWith({ ...field, name: draftNameOf(form, field.name) }, plain), required };
}
export const draftQuestionWith = (question: Question, form: DraftQuestionForm): Question => ({
  ...questionWith({ ...question, name: draftNameOf(form, question.name) }, form),
  required: form.required,
});

/** How many options a question of each type has. The server's own limits of labels and spans are beside these. */
export const OPTION_COUNTS = {
  text: null,
  rating: RATING_OPTIONS,
  label_selection: { min: LABEL_OPTIONS_MIN, max: null },
  multi_label_selection: { min: LABEL_OPTIONS_MIN, max: null },
  ranking: RANKING_OPTIONS,
  span: { min: SPAN_OPTIONS_MIN, max: null },
} as const satisfies { readonly [Type in QuestionType]: { readonly min: number; readonly max: number | null } | null };

/** The first thing that keeps a part of a draft from being saved; the page has the wording. */
export type DraftFault =
  | { readonly fault: "title" | "description" | "name" | "taken" | "optionText" | "field" | "fieldTaken" }
  | { readonly fault: "fewOptions" | "manyOptions"; readonly count: number };

/** If another part of the kind has this name. */
type IsTaken = (name: string) => boolean;

function nameFault(name: string, isTaken: IsTaken): DraftFault | null {
  if (!PART_NAME.pattern.test(name) || name.length > PART_NAME.max) return { fault: "name" };
  return isTaken(name) ? { fault: "taken" } : null;
}

export function draftFieldFault(form: DraftFieldForm, isTaken: IsTaken): DraftFault | null {
  if (titleFault(form.title) !== null) return { fault: "title" };
  if (descriptionFault(form.description) !== null) return { fault: "description" };
  // A title in letters that no name has asks for a name of one's own.
  return nameFault(draftNameOf(form, ""), isTaken);
}

type Around = {
  readonly isTaken: IsTaken;
  readonly fields: readonly string[];
  /** if another question asks about the spans of this field */
  readonly isMarked: (field: string) => boolean;
};

export function draftQuestionFault(form: DraftQuestionForm, { isTaken, fields, isMarked }: Around): DraftFault | null {
  if (questionTitleFault(form.title) !== null) return { fault: "title" };
  if (descriptionFault(form.description) !== null) return { fault: "description" };
  const { settings } = form;
  return nameFault(draftNameOf(form, ""), isTaken) ?? fieldFault(settings, fields, isMarked) ?? optionsFault(settings);
}

function fieldFault(settings: QuestionSettings, fields: readonly string[], isMarked: Around["isMarked"]) {
  if (settings.type !== "span") return null;
  if (!fields.includes(settings.field)) return { fault: "field" } as const;
  return isMarked(settings.field) ? ({ fault: "fieldTaken" } as const) : null;
}

function optionsFault(settings: QuestionSettings): DraftFault | null {
  const counts = OPTION_COUNTS[settings.type];
  if (counts === null || !("options" in settings)) return null;
  const { length } = settings.options;
  if (length < counts.min) return { fault: "fewOptions", count: counts.min };
  if (counts.max !== null && length > counts.max) return { fault: "manyOptions", count: counts.max };
  const isWrong = settings.type !== "rating" && settings.options.some(({ text }) => optionTextFault(text) !== null);
  return isWrong ? { fault: "optionText" } : null;
}

/** The options of a rating from one whole number to another. */
export const ratingOptions = (from: number, to: number): readonly { readonly value: number }[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ value: from + at }));

/** The settings of a question that becomes one of another type: labels go along. `field`: one for spans. */
export function settingsOfType(type: QuestionType, before: QuestionSettings, field: string): QuestionSettings {
  const options: readonly LabelOption[] = "options" in before && before.type !== "rating" ? before.options : [];
  const visibleOptions = "visibleOptions" in before ? before.visibleOptions : null;
  switch (type) {
    case "text":
      return { type, useMarkdown: false };
    case "rating":
      return { type, options: ratingOptions(1, 5) };
    case "ranking":
      return { type, options };
    case "label_selection":
      return { type, options, visibleOptions };
    case "multi_label_selection":
      return { type, options, visibleOptions, optionsOrder: "natural" };
    case "span":
      return { type, field, options, visibleOptions, allowOverlapping: false, allowCharacterAnnotation: true };
  }
}
