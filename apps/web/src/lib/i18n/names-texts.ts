import i18next from "i18next";
import { names } from "./en/names.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the names ready that several areas show. */
export const namesTexts = { names } as const;

i18next.addResourceBundle(LOCALE, "translation", namesTexts, true);
