import i18next from "i18next";
import { administration } from "./en/administration.ts";
import "./isolate-names.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the administration ready that its tabs share. */
export const administrationTexts = { administration } as const;

i18next.addResourceBundle(LOCALE, "translation", administrationTexts, true);
