import type { LabelOption, QuestionSettings } from "../datasets/question.ts";
import { asObject } from "../json-object.ts";
import type { FieldForm, MetadataForm, QuestionForm, VectorForm } from "./settings-form.ts";

/**
 * Checks that the form data kept by a browser is still valid: it may be damaged, or come from another version. The
 * value itself is not changed, because forms are compared as text.
 */

export function isFieldForm(kept: unknown): kept is FieldForm {
  const { title, useMarkdown } = asObject(kept) ?? {};
  return typeof title === "string" && typeof useMarkdown === "boolean";
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

type Check = (settings: { readonly [name: string]: unknown }) => boolean;

const hasOptions: Check = ({ options }) => Array.isArray(options) && options.every(isOption);
const hasVisibleOptions: Check = (settings) =>
  hasOptions(settings) && (settings.visibleOptions === null || typeof settings.visibleOptions === "number");

const CHECKS: { readonly [Type in QuestionSettings["type"]]: Check } = {
  text: ({ useMarkdown }) => typeof useMarkdown === "boolean",
  rating: ({ options }) =>
    Array.isArray(options) && options.every((option) => typeof asObject(option)?.value === "number"),
  label_selection: hasVisibleOptions,
  multi_label_selection: (settings) =>
    hasVisibleOptions(settings) && (settings.optionsOrder === "natural" || settings.optionsOrder === "suggestion"),
  ranking: hasOptions,
  span: (settings) =>
    hasVisibleOptions(settings) &&
    typeof settings.field === "string" &&
    typeof settings.allowOverlapping === "boolean" &&
    typeof settings.allowCharacterAnnotation === "boolean",
};

function isQuestionSettings(kept: unknown): kept is QuestionSettings {
  const settings = asObject(kept);
  const check = Object.entries(CHECKS).find(([type]) => type === settings?.type)?.[1];
  return settings !== null && check?.(settings) === true;
}

function isOption(kept: unknown): kept is LabelOption {
  const { value, text, description } = asObject(kept) ?? {};
  const isDescription = description === null || typeof description === "string";
  return typeof value === "string" && typeof text === "string" && isDescription;
}
