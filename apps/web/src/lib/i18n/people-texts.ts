import i18next from "i18next";
import { people } from "./en/people.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the people's page ready. */
export const peopleTexts = { people } as const;

i18next.addResourceBundle(LOCALE, "translation", peopleTexts, true);
