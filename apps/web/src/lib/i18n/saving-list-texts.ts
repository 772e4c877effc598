import i18next from "i18next";
import { savingList } from "./en/saving-list.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the list of what waits ready. */
export const savingListTexts = { savingList } as const;

i18next.addResourceBundle(LOCALE, "translation", savingListTexts, true);
