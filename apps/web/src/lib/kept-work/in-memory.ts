import { clearUnsaved, flagUnsaved } from "../unsaved.ts";
import type { KeptForDatasets, KeptName, KeptWork } from "./kept-values.ts";

const UNSAVED = "kept-in-memory";

/** By name, user and record; as long as the page lives, whoever signs out and in. */
const values = new Map<string, object>();

/** The same in this page alone: it goes with it, so the browser asks before that while there is something (ERR-10, ERR-11). */
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
