import i18next from "i18next";
import { accountMenu } from "./en/account-menu.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts ready that the menu at the avatar has beside those of every page. */
export const accountMenuTexts = { accountMenu } as const;

i18next.addResourceBundle(LOCALE, "translation", accountMenuTexts, true);
