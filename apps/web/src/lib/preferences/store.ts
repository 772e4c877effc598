import {
  type PreferenceName,
  type Preferences,
  readPreferences,
  VERSION,
} from "@postil/domain/preferences/definitions";
import { useCallback, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";
import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../storage.ts";

let current = readPreferences(readStoredObject(STORAGE_KEYS.preferences));
const changed = createEmitter<void>();

/** All current preferences (AUT-29). The same object until one changes. */
export function getPreferences(): Preferences {
  return current;
}

/** Changes one preference: at once for all of this page, and stored for the next visit (AUT-32). */
export function setPreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  if (!Object.is(current[name], value)) replacePreferences({ ...current, [name]: value });
}

/** Replaces all preferences and stores them. */
export function replacePreferences(next: Preferences): void {
  current = next;
  writeStoredObject(STORAGE_KEYS.preferences, { version: VERSION, ...current });
  changed.emit();
}

/** Calls back after every change, also after a change in another tab. Returns a function that stops this. */
export const onPreferencesChange = changed.on;

// `storage` fires in the other tabs only; key null means that everything was cleared.
window.addEventListener("storage", (event) => {
  if (event.key !== null && event.key !== STORAGE_KEYS.preferences) return;
  current = readPreferences(readStoredObject(STORAGE_KEYS.preferences));
  changed.emit();
});

/** One preference and its setter. It follows changes made anywhere, also in other tabs. */
export function usePreference<Name extends PreferenceName>(
  name: Name,
): readonly [Preferences[Name], (value: Preferences[Name]) => void] {
  const value = useSyncExternalStore(onPreferencesChange, () => getPreferences()[name]);
  const set = useCallback((next: Preferences[Name]) => setPreference(name, next), [name]);
  return [value, set];
}
