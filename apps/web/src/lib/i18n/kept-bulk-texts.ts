import i18next from "i18next";
import { keptBulk } from "./en/kept-bulk.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready of a bulk form that is kept. */
export const keptBulkTexts = { keptBulk } as const;

i18next.addResourceBundle(LOCALE, "translation", keptBulkTexts, true);
