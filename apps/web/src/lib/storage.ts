import { asObject, type JsonObject } from "@postil/domain/json-object";

/** The keys of Postil in the browser's local storage that every page may need (AUT-29); others stand with what they are for. */
export const STORAGE_KEYS = {
  preferences: "postil:preferences",
  preferencesSync: "postil:synced-preferences",
  workDays: "postil:work-days",
  lastProvider: "postil:last-provider",
  removedAccounts: "postil:removed-accounts",
} as const;
export type StorageKey = `postil:${string}`;

/**
 * The JSON object kept under a key, or null when there is none, it is not an object, or the browser denies its storage.
 * An unreadable value is not an error (AUT-31): the callers go on with their defaults.
 */
export function readStoredObject(key: StorageKey): JsonObject | null {
  try {
    return asObject(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps a JSON object. False when the browser is full or denies its storage; the value then lives as long as the page. */
export function writeStoredObject(key: StorageKey, value: JsonObject): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.warn(`${key} could not be stored`, error);
    return false;
  }
}

/** False where the browser denies a page its storage: then nothing of its work outlives it. */
export function hasLocalStorage(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}
