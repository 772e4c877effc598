import i18next from "i18next";
import { taskTokens } from "./en/task-tokens.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of token classification ready. */
export const taskTokensTexts = { taskTokens } as const;

i18next.addResourceBundle(LOCALE, "translation", taskTokensTexts, true);
