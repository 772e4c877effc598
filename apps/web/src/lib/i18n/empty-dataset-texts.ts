import i18next from "i18next";
import { emptyDataset } from "./en/empty-dataset.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of a dataset without records ready. */
export const emptyDatasetTexts = { emptyDataset } as const;

i18next.addResourceBundle(LOCALE, "translation", emptyDatasetTexts, true);
