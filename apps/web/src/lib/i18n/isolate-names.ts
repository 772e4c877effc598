import i18next from "i18next";
import { isolated } from "./isolated.ts";

/**
 * Importing this file keeps names that texts are filled with from turning the words around them. The administration has it before
 * its first sentence; what everybody loads to begin with does without it for a moment.
 */
Object.assign(i18next.services.interpolator, { escape: isolated, escapeValue: true });
