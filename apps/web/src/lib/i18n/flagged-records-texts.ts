import i18next from "i18next";
import { flaggedRecords } from "./en/flagged-records.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the list of flagged records ready. */
export const flaggedRecordsTexts = { flaggedRecords } as const;

i18next.addResourceBundle(LOCALE, "translation", flaggedRecordsTexts, true);
