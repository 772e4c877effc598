import { readStoredObject, STORAGE_KEYS } from "./storage.ts";

/**
 * Whether a developer feature toggle is on (AUT-30); there is none yet, the first is for the task pages. Toggles are off unless
 * stored as exactly `true` (AUT-31).
 */
export function featureOn(name: string): boolean {
  return readStoredObject(STORAGE_KEYS.features)?.[name] === true;
}
