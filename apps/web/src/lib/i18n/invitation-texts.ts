import i18next from "i18next";
import { invitation } from "./en/invitation.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the page ready that the link of an invitation opens. */
export const invitationTexts = { invitation } as const;

i18next.addResourceBundle(LOCALE, "translation", invitationTexts, true);
