import i18next from "i18next";
import { taskRules } from "./en/task-rules.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the rules mode ready. */
export const taskRulesTexts = { taskRules } as const;

i18next.addResourceBundle(LOCALE, "translation", taskRulesTexts, true);
