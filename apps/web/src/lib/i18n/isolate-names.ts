import i18next from "i18next";
import { isolated } from "./isolated.ts";

/**
 * Importing this file isolates the names inserted into texts, so that a right-to-left name does not reorder the words around
 * it. The administration loads it before its first sentence. The first page load does without it for a moment.
 */
Object.assign(i18next.services.interpolator, { escape: isolated, escapeValue: true });
