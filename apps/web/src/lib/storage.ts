import { asObject, type JsonObject } from "@postil/domain/json-object";
import { createEmitter } from "./emitter.ts";

/** The local storage keys of Postil that every page may need (AUT-29). Other keys are defined beside their use. */
export const STORAGE_KEYS = {
  preferences: "postil:preferences",
  preferencesSync: "postil:synced-preferences",
  workDays: "postil:work-days",
  lastProvider: "postil:last-provider",
  removedAccounts: "postil:removed-accounts",
} as const;
type StorageKey = `postil:${string}`;

/** False if the browser denies its storage. No work then outlives the page. */
export function hasLocalStorage(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** Keys that could not be read. Each is reported once, until it can be read again. */
const unreadable = new Set<StorageKey>();

/**
 * The JSON stored under a key. Undefined when there is none, it is unreadable, or the browser denies its storage. This is not
 * an error (AUT-31): the callers use their defaults.
 */
export function readStored(key: StorageKey): unknown {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    unreadable.delete(key);
    return value;
  } catch (error) {
    if (!unreadable.has(key)) console.warn(`${key} is not readable`, error);
    unreadable.add(key);
    return undefined;
  }
}

/** The same if it is an object, otherwise null. */
export const readStoredObject = (key: StorageKey): JsonObject | null => asObject(readStored(key));

/** Stores a value as JSON; null removes it. False when storage is full or denied. */
export function writeStored(key: StorageKey, value: object | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.warn(`${key} could not be stored`, error);
    return false;
  }
}

/** A stored object that parts of this page and other tabs share. If it cannot be stored, it lives as long as the page. */
export function storedValue<Value extends object>(
  key: StorageKey,
  { read, write = (value) => value }: { read: (stored: JsonObject | null) => Value; write?: (value: Value) => object },
) {
  const load = () => read(readStoredObject(key));
  let value = load();
  let isStored = true;
  const changed = createEmitter<void>();
  // `storage` fires only in the other tabs. Key null means that everything was cleared.
  window.addEventListener("storage", (event) => {
    if (event.key !== null && event.key !== key) return;
    value = load();
    isStored = true;
    changed.emit();
  });
  return {
    /** The same object until it changes. */
    get: (): Value => value,
    /** Another tab may have written a moment ago, before this tab was told. */
    latest: (): Value => {
      if (isStored) value = load();
      return value;
    },
    set(next: Value): void {
      value = next;
      isStored = writeStored(key, write(next));
      changed.emit();
    },
    /** False if the last change is only in this page. */
    isStored: () => isStored,
    /** Calls back after every change, also after a change in another tab. Returns a function that stops this. */
    onChange: changed.on,
  };
}
