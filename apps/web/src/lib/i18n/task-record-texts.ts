import i18next from "i18next";
import { taskRecord } from "./en/task-record.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of what can be done with a record of a task dataset ready. */
export const taskRecordTexts = { taskRecord } as const;

i18next.addResourceBundle(LOCALE, "translation", taskRecordTexts, true);
