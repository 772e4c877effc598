import i18next from "i18next";
import { similaritySearch } from "./en/similarity-search.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of similarity searches ready. */
export const similaritySearchTexts = { similaritySearch } as const;

i18next.addResourceBundle(LOCALE, "translation", similaritySearchTexts, true);
