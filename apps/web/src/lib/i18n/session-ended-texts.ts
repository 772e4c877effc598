import i18next from "i18next";
import { sessionEnded } from "./en/session-ended.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready that say what ended a session. */
export const sessionEndedTexts = { sessionEnded } as const;

i18next.addResourceBundle(LOCALE, "translation", sessionEndedTexts, true);
