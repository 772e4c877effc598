import i18next from "i18next";
import { lost } from "./en/lost.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of what stands in place of lost work ready. */
export const lostTexts = { lost } as const;

i18next.addResourceBundle(LOCALE, "translation", lostTexts, true);
