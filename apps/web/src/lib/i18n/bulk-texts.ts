import i18next from "i18next";
import { bulkView } from "./en/bulk-view.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the bulk view ready, beside those that every annotation page has. */
export const bulkTexts = { bulk: bulkView } as const;

i18next.addResourceBundle(LOCALE, "translation", bulkTexts, true);
