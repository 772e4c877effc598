import i18next from "i18next";
import { typedForms } from "./en/typed-forms.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready of what was typed and cannot be saved. */
export const typedFormsTexts = { typedForms } as const;

i18next.addResourceBundle(LOCALE, "translation", typedFormsTexts, true);
