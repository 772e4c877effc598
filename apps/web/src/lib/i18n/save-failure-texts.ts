import i18next from "i18next";
import { saveFailure } from "./en/save-failure.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of answers that could not be saved ready. */
export const saveFailureTexts = { saveFailure } as const;

i18next.addResourceBundle(LOCALE, "translation", saveFailureTexts, true);
