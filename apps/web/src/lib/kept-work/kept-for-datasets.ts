import { createEmitter } from "../emitter.ts";
import { endsOfKeys } from "./in-local-storage.ts";
import type { KeptForDatasets } from "./kept-values.ts";

const changed = createEmitter<void>();

/**
 * What somebody has typed for a dataset as a whole, in local storage alone: one value for each dataset. Where the browser denies its
 * storage there is none.
 */
export function keptForDatasets(name: KeptForDatasets) {
  /** Begins like those of other work, which "Forget my work on this device" removes by it (design/device.md#work). */
  const prefixOf = (userId: string) => `postil:${name}:${userId}:`;
  return {
    /** Null: none. It comes back as it was found, so readers check it. */
    read(userId: string, datasetId: string): unknown {
      try {
        return JSON.parse(localStorage.getItem(prefixOf(userId) + datasetId) ?? "null");
      } catch (error) {
        console.warn(`What is kept as ${name} is not readable`, error);
        return null;
      }
    },
    /** Null: nothing of it is left to lose. */
    keep(userId: string, datasetId: string, value: object | null): void {
      const key = prefixOf(userId) + datasetId;
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
        changed.emit();
      } catch (error) {
        console.warn(`What was typed could not be kept as ${name}`, error);
      }
    },
    /** The datasets for which something is kept. */
    datasets(userId: string): readonly string[] {
      try {
        return endsOfKeys(prefixOf(userId));
      } catch (error) {
        console.warn(`What is kept as ${name} is not readable`, error);
        return [];
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
