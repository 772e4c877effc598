import i18next from "i18next";
import { guidelinesDrawer } from "./en/guidelines.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the guidelines drawer ready. */
export const guidelinesDrawerTexts = { guidelinesDrawer } as const;

i18next.addResourceBundle(LOCALE, "translation", guidelinesDrawerTexts, true);
