import { LOCALE } from "../../lib/i18n/locale.ts";

/** Compares two names in natural order: "team-2" before "team-10". */
export const byText = new Intl.Collator(LOCALE, { numeric: true }).compare;
