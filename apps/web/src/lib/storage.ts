import { asObject, type JsonObject } from "@postil/domain/json-object";

/** The local storage keys of Postil that every page may need (AUT-29). Other keys are defined beside their use. */
export const STORAGE_KEYS = {
  preferences: "postil:preferences",
  preferencesSync: "postil:synced-preferences",
  workDays: "postil:work-days",
  lastProvider: "postil:last-provider",
  removedAccounts: "postil:removed-accounts",
} as const;
type StorageKey = `postil:${string}`;

/**
 * The JSON object stored under a key. Null when there is none, it is not an object, or the browser denies its storage. An
 * unreadable value is not an error (AUT-31): the callers use their defaults.
 */
export function readStoredObject(key: StorageKey): JsonObject | null {
  try {
    return asObject(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    return null;
  }
}

/** Stores a JSON object. False when storage is full or denied. The value then lives only as long as the page. */
export function writeStoredObject(key: StorageKey, value: JsonObject): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.warn(`${key} could not be stored`, error);
    return false;
  }
}

/** False if the browser denies storage. No work then outlives the page. */
export function hasLocalStorage(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}
