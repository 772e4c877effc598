import i18next from "i18next";
import { sorting } from "./en/sorting.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of sort orders ready. */
export const sortingTexts = { sorting } as const;

i18next.addResourceBundle(LOCALE, "translation", sortingTexts, true);
