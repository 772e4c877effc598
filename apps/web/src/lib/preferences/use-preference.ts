import type { PreferenceName, Preferences } from "@postil/domain/preferences/definitions";
import { useCallback, useSyncExternalStore } from "react";
import { getPreferences, onPreferencesChange, setPreference } from "./store.ts";

/** One preference and its setter. It follows changes made anywhere, also in other tabs. */
export function usePreference<Name extends PreferenceName>(
  name: Name,
): readonly [Preferences[Name], (value: Preferences[Name]) => void] {
  const value = useSyncExternalStore(onPreferencesChange, () => getPreferences()[name]);
  const set = useCallback((next: Preferences[Name]) => setPreference(name, next), [name]);
  return [value, set];
}
