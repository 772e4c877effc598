import i18next from "i18next";
import { taskDatasets } from "./en/task-datasets.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready that all pages of task datasets have. */
export const taskDatasetsTexts = { taskDatasets } as const;

i18next.addResourceBundle(LOCALE, "translation", taskDatasetsTexts, true);
