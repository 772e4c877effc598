import i18next from "i18next";
import { datasetSettings } from "./en/dataset-settings.ts";
import { settings } from "./en/settings.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the settings ready, of a user and of a dataset. */
export const settingsTexts = { datasetSettings, settings } as const;

i18next.addResourceBundle(LOCALE, "translation", settingsTexts, true);
