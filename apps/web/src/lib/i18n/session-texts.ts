import i18next from "i18next";
import { session } from "./en/session.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the sign-in page ready. */
export const sessionTexts = { session } as const;

i18next.addResourceBundle(LOCALE, "translation", sessionTexts, true);
