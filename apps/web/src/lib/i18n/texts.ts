import i18next from "i18next";
import { LOCALE } from "./locale.ts";

/** Called by a file of texts, so that importing it makes them ready. Returns them, for the types of their keys. */
export function addTexts<Texts extends object>(texts: Texts): Texts {
  i18next.addResourceBundle(LOCALE, "translation", texts, true);
  return texts;
}
