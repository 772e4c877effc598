import i18next from "i18next";
import { recordHistory } from "./en/record-history.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of a record's history ready. */
export const recordHistoryTexts = { recordHistory } as const;

i18next.addResourceBundle(LOCALE, "translation", recordHistoryTexts, true);
