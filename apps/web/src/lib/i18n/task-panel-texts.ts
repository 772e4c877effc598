import i18next from "i18next";
import { taskPanel } from "./en/task-panel.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready of what is told of the records of a task dataset. */
export const taskPanelTexts = { taskPanel } as const;

i18next.addResourceBundle(LOCALE, "translation", taskPanelTexts, true);
