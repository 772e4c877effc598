import i18next from "i18next";
import { recordDetails } from "./en/record-details.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of a record's details ready. */
export const recordDetailsTexts = { recordDetails } as const;

i18next.addResourceBundle(LOCALE, "translation", recordDetailsTexts, true);
