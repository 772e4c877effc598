import i18next from "i18next";
import { providerSignIn } from "./en/provider-sign-in.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the way back from a provider ready. */
export const providerSignInTexts = { providerSignIn } as const;

i18next.addResourceBundle(LOCALE, "translation", providerSignInTexts, true);
