import i18next from "i18next";
import { taskFilters } from "./en/task-filters.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready of what opens from the search bar of a task dataset. */
export const taskFiltersTexts = { taskFilters } as const;

i18next.addResourceBundle(LOCALE, "translation", taskFiltersTexts, true);
