import i18next from "i18next";
import { filterSheet } from "./en/filter-sheet.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the sheet of a phone ready. */
export const filterSheetTexts = { filterSheet } as const;

i18next.addResourceBundle(LOCALE, "translation", filterSheetTexts, true);
