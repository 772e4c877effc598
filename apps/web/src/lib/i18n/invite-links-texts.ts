import i18next from "i18next";
import { inviteLinks } from "./en/invite-links.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of making an invitation's link ready. */
export const inviteLinksTexts = { inviteLinks } as const;

i18next.addResourceBundle(LOCALE, "translation", inviteLinksTexts, true);
