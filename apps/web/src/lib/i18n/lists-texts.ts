import i18next from "i18next";
import { lists } from "./en/lists.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready that lists which can be narrowed have in common. */
export const listsTexts = { lists } as const;

i18next.addResourceBundle(LOCALE, "translation", listsTexts, true);
