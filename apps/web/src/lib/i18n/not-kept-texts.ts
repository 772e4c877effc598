import i18next from "i18next";
import { notKept, saidInstead } from "./en/not-kept.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready that say that a browser keeps nothing. */
export const notKeptTexts = { notKept } as const;

i18next.addResourceBundle(LOCALE, "translation", notKeptTexts, true);

/** From now on nothing is said to be kept here; texts that come later do not change that. */
export const sayNotKept = (): void => void i18next.addResourceBundle(LOCALE, "translation", saidInstead, true, true);
