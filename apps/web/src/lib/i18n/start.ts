import i18next from "i18next";
import { rememberNames } from "./inserted-names.ts";
import { LOCALE, rememberLocale } from "./locale.ts";
import { addTexts } from "./texts.ts";

/**
 * Loads the English texts that every page needs and prepares `t`. Await it before the first render. A key without a text shows
 * as the key and is logged (I18-04).
 */
export async function startTranslations(): Promise<void> {
  const { en } = await import("./en.ts");
  rememberLocale();
  await i18next.use(rememberNames).init({
    lng: LOCALE,
    supportedLngs: [LOCALE],
    resources: {},
    // React escapes the texts it renders. Escaping twice would show entities.
    interpolation: { escapeValue: false },
    postProcess: rememberNames.name,
    saveMissing: true,
    missingKeyHandler: (_locales, _namespace, key) => console.error(`No text for "${key}"`),
  });
  addTexts("common", en.common);
  addTexts("errors", en.errors);
}
