import i18next from "i18next";
import { shortcutSheet } from "./en/shortcut-sheet.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the list of shortcuts ready. */
export const shortcutSheetTexts = { shortcutSheet } as const;

i18next.addResourceBundle(LOCALE, "translation", shortcutSheetTexts, true);
