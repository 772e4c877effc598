import i18next from "i18next";
import { workspaces } from "./en/workspaces.ts";
import { LOCALE } from "./locale.ts";

/** Importing this file makes the texts of the workspaces' pages ready. */
export const workspacesTexts = { workspaces } as const;

i18next.addResourceBundle(LOCALE, "translation", workspacesTexts, true);
