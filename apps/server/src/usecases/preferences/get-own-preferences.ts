import type { Context } from "../../storage/store.ts";
import { type NamedMember, readOwnPreferences } from "./own-preferences.ts";

/** What follows the caller from browser to browser. */
export const getOwnPreferences = (context: Context): Promise<NamedMember[]> => readOwnPreferences(context);
