import i18next from "i18next";
import { reorder } from "./en/reorder.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of lists whose order is changed ready. */
export const reorderTexts = { reorder } as const;

i18next.addResourceBundle(LOCALE, "translation", reorderTexts, true);
