import { t } from "i18next";
import { sayNotKept } from "../i18n/en/not-kept.ts";
import { hasLocalStorage } from "../storage.ts";
import { notify } from "../toasts/store.ts";
import { clearUnsaved, flagUnsaved } from "../unsaved.ts";
import { endsOfKeys } from "./kept-for-datasets.ts";
import type { KeptForDatasets, KeptName, KeptWork } from "./kept-values.ts";

/** For a browser without a database: local storage, or memory when that is denied too. */
export function withoutDatabase(name: KeptName | KeptForDatasets): KeptWork {
  if (hasLocalStorage()) return inLocalStorage(name);
  tellOnce();
  return inMemory(name);
}

let told = false;

/** The user must know that a reload loses typed work. */
function tellOnce(): void {
  if (told) return;
  told = true;
  sayNotKept();
  const [message, detail] = [t("notKept.told"), t("notKept.what")];
  notify({ message, detail, type: "warning", permanent: true, keep: true });
}

/** `KeptWork` in local storage, with one key per value. Its calls are synchronous, so no other tab can write in between. */
function inLocalStorage(name: KeptName | KeptForDatasets): KeptWork {
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

const UNSAVED = "kept-in-memory";

/** Values by name, user and record. They live as long as the page, also after a sign-out. */
const values = new Map<string, object>();

/**
 * `KeptWork` in the memory of this page. It is lost with the page, so the browser asks before leaving while there are values
 * (ERR-10, ERR-11).
 */
function inMemory(name: KeptName | KeptForDatasets): KeptWork {
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
