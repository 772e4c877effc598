import i18next from "i18next";
import { notKept } from "./en/not-kept.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready that say that a browser keeps nothing. */
export const notKeptTexts = { notKept } as const;

i18next.addResourceBundle(LOCALE, "translation", notKeptTexts, true);
