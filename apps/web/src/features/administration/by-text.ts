import { LOCALE } from "../../lib/i18n/locale.ts";

/** The order of two names as people read them: "team-2" before "team-10". */
export const byText = new Intl.Collator(LOCALE, { numeric: true }).compare;
