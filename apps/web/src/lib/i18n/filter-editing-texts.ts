import i18next from "i18next";
import { filterEditing } from "./en/filter-editing.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts that a filter is changed by ready. */
export const filterEditingTexts = { filterEditing } as const;

i18next.addResourceBundle(LOCALE, "translation", filterEditingTexts, true);
