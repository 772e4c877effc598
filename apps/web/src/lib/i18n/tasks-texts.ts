import i18next from "i18next";
import { tasks } from "./en/tasks.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the page of a task dataset ready. */
export const tasksTexts = { tasks } as const;

i18next.addResourceBundle(LOCALE, "translation", tasksTexts, true);
