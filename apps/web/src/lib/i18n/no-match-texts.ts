import i18next from "i18next";
import { noMatch } from "./en/no-match.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of a search without records ready. */
export const noMatchTexts = { noMatch } as const;

i18next.addResourceBundle(LOCALE, "translation", noMatchTexts, true);
