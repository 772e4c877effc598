import i18next from "i18next";
import { signOut } from "./en/sign-out.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of signing out ready; the menu brings them. */
export const signOutTexts = { signOut } as const;

i18next.addResourceBundle(LOCALE, "translation", signOutTexts, true);
