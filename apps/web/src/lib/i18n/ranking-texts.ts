import i18next from "i18next";
import { ranking } from "./en/ranking.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of ranking questions ready. */
export const rankingTexts = { ranking } as const;

i18next.addResourceBundle(LOCALE, "translation", rankingTexts, true);
