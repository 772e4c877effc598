import i18next from "i18next";
import { classification } from "./en/task-classification.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the rows of text classification ready. */
export const classificationTexts = { classification } as const;

i18next.addResourceBundle(LOCALE, "translation", classificationTexts, true);
