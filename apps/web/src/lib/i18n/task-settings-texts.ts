import i18next from "i18next";
import { taskSettings } from "./en/task-settings.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the settings of task datasets ready. */
export const taskSettingsTexts = { taskSettings } as const;

i18next.addResourceBundle(LOCALE, "translation", taskSettingsTexts, true);
