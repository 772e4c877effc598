import {
  type PreferenceName,
  type Preferences,
  readPreferences,
  VERSION,
} from "@postil/domain/preferences/definitions";
import { useCallback, useSyncExternalStore } from "react";
import { createShared } from "../emitter.ts";
import { STORAGE_KEYS, storedValue } from "../storage.ts";

const preferences = storedValue(STORAGE_KEYS.preferences, {
  read: readPreferences,
  write: (value) => ({ version: VERSION, ...value }),
});

/** All current preferences (AUT-29). The same object until one changes. */
export const getPreferences: () => Preferences = preferences.get;

/** Replaces all preferences and stores them. */
export const replacePreferences: (next: Preferences) => void = preferences.set;

/** Calls back after every change, also after a change in another tab. Returns a function that stops this. */
export const onPreferencesChange = preferences.onChange;

/** Changes one preference: at once for all of this page, and stored for the next visit (AUT-32). */
export function setPreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  if (!Object.is(getPreferences()[name], value)) replacePreferences({ ...getPreferences(), [name]: value });
}

/** One preference and its setter. It follows changes made anywhere, also in other tabs. */
export function usePreference<Name extends PreferenceName>(
  name: Name,
): readonly [Preferences[Name], (value: Preferences[Name]) => void] {
  const value = useSyncExternalStore(onPreferencesChange, () => getPreferences()[name]);
  const set = useCallback((next: Preferences[Name]) => setPreference(name, next), [name]);
  return [value, set];
}

/** `waiting`: the server does not know all changes and could not be told. */
export type SyncStatus = "saved" | "saving" | "waiting";

/** Tells if the server has the preferences of this browser. A page shows it before the sync itself has loaded. */
export const syncStatus = createShared<SyncStatus>("saved");
