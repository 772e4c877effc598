import i18next from "i18next";
import { LOCALE } from "./locale.ts";

/**
 * Each file of texts calls this, so importing the file makes its texts available. Returns them, for the types of their keys.
 */
export function addTexts<Texts extends object>(texts: Texts): Texts {
  i18next.addResourceBundle(LOCALE, "translation", texts, true);
  return texts;
}
