import type { KeptForDatasets, KeptName, KeptWork } from "./kept-values.ts";

/** `KeptWork` in local storage, with one key per value. Its calls are synchronous, so no other tab can write in between. */
export function inLocalStorage(name: KeptName | KeptForDatasets): KeptWork {
  const prefixOf = (userId: string) => `postil:${name}:${userId}:`;
  return {
    async all(userId) {
      const prefix = prefixOf(userId);
      return new Map(endsOfKeys(prefix).map((end) => [end, read(prefix + end)]));
    },
    async change(userId, recordIds, change) {
      for (const recordId of [recordIds].flat()) {
        const key = prefixOf(userId) + recordId;
        const next = change(read(key), recordId);
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      }
    },
  };
}

/** The ends of all keys in local storage that begin with `prefix`. */
export function endsOfKeys(prefix: string): readonly string[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

function read(key: string): unknown {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn(`${key} is not readable`, error);
    return undefined;
  }
}
