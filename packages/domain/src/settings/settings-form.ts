import { areFieldSettings, type EditableFieldSettings, type Field, type FieldSettings } from "../datasets/field.ts";
import type { MetadataProperty, VectorSettings } from "../datasets/metadata-property.ts";
import {
  isQuestionSettings,
  type Question,
  type QuestionSettings,
  type SettingsChange,
  settingsUpdate,
} from "../datasets/question.ts";
import { asObject } from "../json-object.ts";
import { rulesOf } from "../records/question-types.ts";

/**
 * The forms of a dataset's parts on the settings page: their editable values, whether they may be saved, and the update
 * that is sent (FSE-03 to FSE-21). A part and its form are two values. The part holds the original values, so restoring
 * makes the form from the part again. After an update, the reply is the new part (FSE-05).
 */

export type QuestionForm = {
  readonly title: string;
  readonly description: string;
  readonly settings: QuestionSettings;
};
export type FieldForm = { readonly title: string; readonly description: string } & EditableFieldSettings;
export type MetadataForm = { readonly title: string; readonly visibleForAnnotators: boolean };
export type VectorForm = { readonly title: string };

/** Limits in characters as the reader sees them (FSE-10 to FSE-12, FSE-14). */
export const LONGEST = { questionTitle: 200, questionDescription: 500, title: 500 } as const;

/** The fault of a text; the page has the wording. */
export type TextFault = { readonly fault: "required" } | { readonly fault: "tooLong"; readonly max: number };

export const questionForm = ({ title, description, settings }: Question): QuestionForm => ({
  title,
  description: description ?? "",
  settings,
});
export const fieldForm = ({ title, description, settings: { type: _, ...editable } }: Field): FieldForm => ({
  title,
  description: description ?? "",
  ...editable,
});
export const metadataForm = ({ title, visibleForAnnotators }: MetadataProperty): MetadataForm => ({
  title,
  visibleForAnnotators,
});
export const vectorForm = ({ title }: VectorSettings): VectorForm => ({ title });

type Form = { readonly title: string; readonly description?: string };

/** Blanks around a text are never saved, so they do not count as a change (FSE-13). */
const trimmed = <F extends Form>(form: F): F => ({
  ...form,
  title: form.title.trim(),
  ...(form.description === undefined ? {} : { description: form.description.trim() }),
});

/** True if an editable value differs from the original (FSE-04). Both forms come from the same function above. */
export function isEdited<F extends Form>(original: F, current: F): boolean {
  return JSON.stringify(trimmed(original)) !== JSON.stringify(trimmed(current));
}

const tooLong = (text: string, max: number): TextFault | null =>
  visibleLength(text.trim()) > max ? { fault: "tooLong", max } : null;
const missing = (text: string): TextFault | null => (text.trim() === "" ? { fault: "required" } : null);

/** FSE-09, FSE-10. */
export const questionTitleFault = (title: string): TextFault | null =>
  missing(title) ?? tooLong(title, LONGEST.questionTitle);
/** FSE-11. */
export const descriptionFault = (text: string): TextFault | null => tooLong(text, LONGEST.questionDescription);
/** Titles of fields, vectors and metadata properties; for an empty one the name is used (FSE-12, FSE-19, FSE-21). */
export const titleFault = (title: string): TextFault | null => tooLong(title, LONGEST.title);
/** The text of an option: the server's limit at creation (contract api-v1 section 4). */
export const optionTextFault = (text: string): TextFault | null => missing(text) ?? tooLong(text, LONGEST.title);

export function isQuestionValid({ title, description, settings }: QuestionForm): boolean {
  // The options of a type of a later version are not edited here (FEN-10).
  const texts =
    rulesOf(settings.type) !== undefined && "visibleOptions" in settings
      ? settings.options.map((option) => option.text)
      : [];
  return (
    questionTitleFault(title) === null &&
    descriptionFault(description) === null &&
    texts.every((text) => optionTextFault(text) === null)
  );
}

const titleOr = (title: string, name: string): string => title.trim() || name;

/** The question with the form's values, for the preview. */
export const questionWith = (question: Question, form: QuestionForm): Question => ({
  ...question,
  title: titleOr(form.title, question.name),
  description: form.description.trim() || null,
  settings: form.settings,
});
export const fieldWith = (field: Field, { title, description, ...editable }: FieldForm): Field => ({
  ...field,
  title: titleOr(title, field.name),
  description: description.trim() || null,
  settings: { ...field.settings, ...editable } as FieldSettings, // the form is of this field
});

type QuestionUpdate = {
  readonly title: string;
  readonly description: string | null;
  /** Undefined: they stay as they are. */
  readonly settings: SettingsChange | undefined;
};

/** The update that is sent for a question (FEN-10, FSE-17 to FSE-20, FSE-24). */
export function questionUpdate(question: Question, form: QuestionForm): QuestionUpdate {
  const { title, description } = questionWith(question, form);
  return { title, description, settings: settingsUpdate(question.settings, form.settings) };
}

/** The update that is sent for a field (FSE-19, FSE-23). */
export const fieldUpdate = (field: Field, form: FieldForm): Pick<Field, "title" | "description" | "settings"> => {
  const { title, description, settings } = fieldWith(field, form);
  return { title, description, settings };
};

/** FSE-21, FSE-26. */
export const metadataUpdate = ({ name }: MetadataProperty, form: MetadataForm): MetadataForm => ({
  title: titleOr(form.title, name),
  visibleForAnnotators: form.visibleForAnnotators,
});

/** FSE-21, FSE-25. */
export const vectorUpdate = ({ name }: VectorSettings, form: VectorForm): VectorForm => ({
  title: titleOr(form.title, name),
});

/** FSE-16. */
export const guidelinesUpdate = (text: string): string | null => text.trim() || null;

/**
 * Checks that the form data kept by a browser is still valid: it may be damaged, or come from another version. The
 * value itself is not changed, because forms are compared as text.
 */

export function isFieldForm(kept: unknown): kept is FieldForm {
  const form = asObject(kept);
  const texts = [form?.title, form?.description];
  return form !== null && texts.every((text) => typeof text === "string") && areFieldSettings(form);
}

export function isMetadataForm(kept: unknown): kept is MetadataForm {
  const { title, visibleForAnnotators } = asObject(kept) ?? {};
  return typeof title === "string" && typeof visibleForAnnotators === "boolean";
}

export const isVectorForm = (kept: unknown): kept is VectorForm => typeof asObject(kept)?.title === "string";

export function isQuestionForm(kept: unknown): kept is QuestionForm {
  const { title, description, settings } = asObject(kept) ?? {};
  return typeof title === "string" && typeof description === "string" && isQuestionSettings(settings);
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A letter with its accents, or an emoji of several parts, is one (FSE-14). */
export function visibleLength(text: string): number {
  let count = 0;
  for (const _ of characters.segment(text)) count++;
  return count;
}
