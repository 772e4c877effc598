import i18next from "i18next";
import { taskQuery } from "./en/task-query.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready of the search bar of a task dataset. */
export const taskQueryTexts = { taskQuery } as const;

i18next.addResourceBundle(LOCALE, "translation", taskQueryTexts, true);
