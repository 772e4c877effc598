import i18next from "i18next";
import { LOCALE } from "./locale.ts";

/** Makes the texts of an area available, so importing its file is enough. Returns them, for whoever reads all texts. */
export function addTexts<const Area extends string, const Added extends object>(area: Area, texts: Added): Added {
  i18next.addResourceBundle(LOCALE, "translation", { [area]: texts }, true);
  return texts;
}

/** The texts of `key` for one and for more, where an "s" is all the difference: `plural("count", "{{count}} record(s)")`. */
export function plural<Key extends string, Text extends string>(key: Key, text: Text) {
  const texts = { [`${key}_one`]: text.replaceAll("(s)", ""), [`${key}_other`]: text.replaceAll("(s)", "s") };
  // `t` reads from the type which values a text takes; they are the same in both.
  return texts as Readonly<Record<`${Key}_one` | `${Key}_other`, Text>>;
}
