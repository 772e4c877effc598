import i18next from "i18next";
import { text2text } from "./en/task-text2text.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the rows of text to text ready. */
export const text2textTexts = { text2text } as const;

i18next.addResourceBundle(LOCALE, "translation", text2textTexts, true);
