import { createEmitter } from "../emitter.ts";
import { clearUnsaved, flagUnsaved } from "../unsaved.ts";
import type { KeptForDatasets } from "./kept-values.ts";

const changed = createEmitter<void>();
const UNSAVED = "typed-in-page";

/**
 * Values that the browser could not store, by key. They live as long as the page, so the browser asks before leaving (ERR-10,
 * ERR-11).
 */
const inPage = new Map<string, string>();

function keepInPage(key: string, value: string | null): void {
  if (value === null) inPage.delete(key);
  else inPage.set(key, value);
  if (inPage.size === 0) clearUnsaved(UNSAVED);
  else flagUnsaved(UNSAVED);
}

/** Begins like the keys of other work. "Forget my work on this device" removes keys by this prefix (design/device.md#work). */
const prefixOf = (name: KeptForDatasets, userId: string) => `postil:${name}:${userId}:`;

/** Forgets the values that only this page holds. */
export function forgetInPage(name: KeptForDatasets, userId: string): void {
  for (const key of inPage.keys()) if (key.startsWith(prefixOf(name, userId))) keepInPage(key, null);
}

/**
 * Work that a user typed for a dataset as a whole, one value per dataset. It is in local storage, or in the page if the
 * browser denies storage.
 */
export function keptForDatasets(name: KeptForDatasets) {
  return {
    /** Null when there is none. The value is not checked here, so readers check it. */
    read(userId: string, datasetId: string): unknown {
      const key = prefixOf(name, userId) + datasetId;
      try {
        return JSON.parse(inPage.get(key) ?? localStorage.getItem(key) ?? "null");
      } catch (error) {
        console.warn(`What is kept as ${name} is not readable`, error);
        return null;
      }
    },
    /** Null removes the stored value. */
    keep(userId: string, datasetId: string, value: object | null): void {
      const key = prefixOf(name, userId) + datasetId;
      const text = value && JSON.stringify(value);
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        keepInPage(key, null);
      } catch (error) {
        console.warn(`What was typed could not be kept as ${name}`, error);
        keepInPage(key, text);
      }
      changed.emit();
    },
    datasets(userId: string): readonly string[] {
      const prefix = prefixOf(name, userId);
      const here = [...inPage.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      try {
        return [...new Set([...here, ...endsOfKeys(prefix)])];
      } catch (error) {
        console.warn(`What is kept as ${name} is not readable`, error);
        return here;
      }
    },
  };
}

/** The ends of all keys in local storage that begin with `prefix`. */
export function endsOfKeys(prefix: string): readonly string[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/** Calls back when a stored value may have changed, here or in another tab. Returns a function that stops this. */
export function onKeptForDatasets(listener: () => void): () => void {
  const stop = changed.on(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}
