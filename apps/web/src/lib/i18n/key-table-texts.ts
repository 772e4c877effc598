import i18next from "i18next";
import { keyTable } from "./en/key-table.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of a table of keys ready. */
export const keyTableTexts = { keyTable } as const;

i18next.addResourceBundle(LOCALE, "translation", keyTableTexts, true);
