import i18next from "i18next";
import { savedViews } from "./en/saved-views.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of saved views ready. */
export const savedViewsTexts = { savedViews } as const;

i18next.addResourceBundle(LOCALE, "translation", savedViewsTexts, true);
