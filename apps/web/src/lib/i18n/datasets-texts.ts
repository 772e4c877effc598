import i18next from "i18next";
import { datasets } from "./en/datasets.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the list of datasets ready. */
export const datasetsTexts = { datasets } as const;

i18next.addResourceBundle(LOCALE, "translation", datasetsTexts, true);
