import i18next from "i18next";
import { welcome } from "./en/welcome.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the hosted platform's welcome page ready. */
export const welcomeTexts = { welcome } as const;

i18next.addResourceBundle(LOCALE, "translation", welcomeTexts, true);
