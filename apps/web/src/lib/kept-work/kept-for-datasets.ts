import { createEmitter } from "../emitter.ts";
import { clearUnsaved, flagUnsaved } from "../unsaved.ts";
import { endsOfKeys } from "./in-local-storage.ts";
import type { KeptForDatasets } from "./kept-values.ts";

const changed = createEmitter<void>();
const UNSAVED = "typed-in-page";

/**
 * What the browser did not take into its storage, by key: it lasts as long as the page, so the browser asks before that goes
 * (ERR-10, ERR-11).
 */
const inPage = new Map<string, string>();

function keepInPage(key: string, value: string | null): void {
  if (value === null) inPage.delete(key);
  else inPage.set(key, value);
  if (inPage.size === 0) clearUnsaved(UNSAVED);
  else flagUnsaved(UNSAVED);
}

/** Begins like those of other work, which "Forget my work on this device" removes by it (design/device.md#work). */
const prefixOf = (name: KeptForDatasets, userId: string) => `postil:${name}:${userId}:`;

/** The same of what only the page has. */
export function forgetInPage(name: KeptForDatasets, userId: string): void {
  for (const key of inPage.keys()) if (key.startsWith(prefixOf(name, userId))) keepInPage(key, null);
}

/**
 * What somebody has typed for a dataset as a whole, in local storage or, where the browser denies that, in the page: one value
 * for each dataset.
 */
export function keptForDatasets(name: KeptForDatasets) {
  return {
    /** Null: none. It comes back as it was found, so readers check it. */
    read(userId: string, datasetId: string): unknown {
      const key = prefixOf(name, userId) + datasetId;
      try {
        return JSON.parse(inPage.get(key) ?? localStorage.getItem(key) ?? "null");
      } catch (error) {
        console.warn(`What is kept as ${name} is not readable`, error);
        return null;
      }
    },
    /** Null: nothing of it is left to lose. */
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
    /** The datasets for which something is kept. */
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

/** Calls back when something of this may have changed, here or in another tab. Returns the way to stop. */
export function onKeptForDatasets(listener: () => void): () => void {
  const stop = changed.on(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}
