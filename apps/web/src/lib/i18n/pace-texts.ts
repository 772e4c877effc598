import i18next from "i18next";
import { pace } from "./en/pace.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the pace ready. */
export const paceTexts = { pace } as const;

i18next.addResourceBundle(LOCALE, "translation", paceTexts, true);
