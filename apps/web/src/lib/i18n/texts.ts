import i18next from "i18next";
import { LOCALE } from "./locale.ts";

/**
 * All texts by area. Each file of `en/` declares its own areas here, so every key is a type and a missing text is a compile
 * error. A file is loaded with the code that shows its texts.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of `en/` fill it.
export interface Texts {}

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Texts };
    returnNull: false;
  }
}

/**
 * Each file of texts calls this, so importing the file makes its texts available. Returns them, for whoever reads all texts.
 */
export function addTexts<Added extends object>(texts: Added): Added {
  i18next.addResourceBundle(LOCALE, "translation", texts, true);
  return texts;
}

/** The texts of `key` for one and for more, where an "s" is all the difference: `plural("count", "{{count}} record(s)")`. */
export function plural<Key extends string, Text extends string>(key: Key, text: Text) {
  const texts = { [`${key}_one`]: text.replaceAll("(s)", ""), [`${key}_other`]: text.replaceAll("(s)", "s") };
  // `t` reads from the type which values a text takes; they are the same in both.
  return texts as Readonly<Record<`${Key}_one` | `${Key}_other`, Text>>;
}
