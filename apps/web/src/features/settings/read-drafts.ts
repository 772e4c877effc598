import { asObject, type JsonObject } from "@postil/domain/json-object";
import { isFieldForm, isMetadataForm, isQuestionForm, isVectorForm } from "@postil/domain/settings/kept-form";
import type { PartKind } from "./parts.ts";

export type Draft = {
  readonly form: unknown;
  /** the item that somebody began to change */
  readonly base: unknown;
  /** Blanks around a text are a draft, for somebody writes on, and no edit. */
  readonly isEdited: boolean;
};

/** What was typed and not saved, by kind and id of the item. It outlives a change of the tab. */
export type Drafts = { readonly [key: string]: Draft };

const IS_FORM: { readonly [Kind in PartKind]: (kept: unknown) => boolean } = {
  guidelines: (kept) => typeof asObject(kept)?.text === "string",
  field: isFieldForm,
  question: isQuestionForm,
  metadata: isMetadataForm,
  vector: isVectorForm,
};

/** What this device kept of them. A form that is damaged or of another version is left where it is kept, and is none here. */
export const readDrafts = (kept: JsonObject): Drafts =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([key, draft]) => {
      const { form, base } = asObject(draft) ?? {};
      // Edits alone are kept.
      return isForm(key, form) && isBase(key, base) ? [[key, { form, base, isEdited: true }]] : [];
    }),
  );

const isForm = (key: string, form: unknown): boolean =>
  Object.entries(IS_FORM).some(([kind, is]) => key.startsWith(`${kind}/`) && is(form));

/** As much of an item as a save looks at. */
function isBase(key: string, base: unknown): boolean {
  const { id, updatedAt } = asObject(base) ?? {};
  return typeof id === "string" && key.endsWith(`/${id}`) && typeof updatedAt === "number";
}
