import i18next from "i18next";
import { audit } from "./en/audit.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the audit trail ready. */
export const auditTexts = { audit } as const;

i18next.addResourceBundle(LOCALE, "translation", auditTexts, true);
