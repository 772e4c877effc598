import { clearUnsaved, flagUnsaved } from "../unsaved.ts";
import type { KeptForDatasets, KeptName, KeptWork } from "./kept-values.ts";

const UNSAVED = "kept-in-memory";

/** Values by name, user and record. They live as long as the page, also after a sign-out. */
const values = new Map<string, object>();

/**
 * `KeptWork` in the memory of this page. It is lost with the page, so the browser asks before leaving while there are values
 * (ERR-10, ERR-11).
 */
export function inMemory(name: KeptName | KeptForDatasets): KeptWork {
  const prefixOf = (userId: string) => `${name}:${userId}:`;
  return {
    async all(userId) {
      const prefix = prefixOf(userId);
      const mine = [...values].filter(([key]) => key.startsWith(prefix));
      return new Map(mine.map(([key, value]) => [key.slice(prefix.length), value]));
    },
    async change(userId, recordIds, change) {
      for (const recordId of [recordIds].flat()) {
        const key = prefixOf(userId) + recordId;
        const next = change(values.get(key), recordId);
        if (next === null) values.delete(key);
        else values.set(key, next);
      }
      if (values.size === 0) clearUnsaved(UNSAVED);
      else flagUnsaved(UNSAVED);
    },
  };
}
