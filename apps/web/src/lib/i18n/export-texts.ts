import i18next from "i18next";
import { exporting } from "./en/export.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of exports ready. */
export const exportTexts = { exporting } as const;

i18next.addResourceBundle(LOCALE, "translation", exportTexts, true);
