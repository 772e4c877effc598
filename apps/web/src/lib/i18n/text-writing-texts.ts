import i18next from "i18next";
import { textWriting } from "./en/text-writing.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of writing a text ready. */
export const textWritingTexts = { textWriting } as const;

i18next.addResourceBundle(LOCALE, "translation", textWritingTexts, true);
