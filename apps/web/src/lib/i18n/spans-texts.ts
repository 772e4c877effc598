import i18next from "i18next";
import { spans } from "./en/spans.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of spans and of the word mode ready. */
export const spansTexts = { spans } as const;

i18next.addResourceBundle(LOCALE, "translation", spansTexts, true);
