import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptName, KeptWork } from "./kept-values.ts";

export const KEPT = ["outbox", "drafts"] as const satisfies readonly KeptName[];

/**
 * Uses IndexedDB if the browser allows it (design/device.md#work). The fallback is rarely needed, so its code is loaded on
 * demand.
 */
export function openKeptWork(name: KeptName): KeptWork {
  const opened = openInDatabase(name).catch(async (error: unknown): Promise<KeptWork> => {
    console.warn(error);
    return (await import("./without-database.ts")).withoutDatabase(name);
  });
  return {
    all: async (userId) => (await opened).all(userId),
    change: async (...asked) => (await opened).change(...asked),
  };
}

type Key = [userId: string, recordId: string];
type Schema = DBSchema & { [Name in KeptName]: { key: Key; value: object } };

let database: Promise<IDBPDatabase<Schema>> | null = null;

/** Rejects when the browser denies its database, as some browsers do in private windows. */
async function openInDatabase(name: KeptName): Promise<KeptWork> {
  await open();
  return {
    async all(userId) {
      // An array sorts after every string, so this range holds all keys that begin with the user.
      const range = IDBKeyRange.bound([userId], [userId, []]);
      const { store } = (await open()).transaction(name);
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return new Map(keys.map(([, recordId], at) => [recordId, values[at]]));
    },
    async change(userId, recordIds, change) {
      const transaction = (await open()).transaction(name, "readwrite");
      const { store } = transaction;
      const changes = [recordIds].flat().map(async (recordId) => {
        const key: Key = [userId, recordId];
        const next = change(await store.get(key), recordId);
        await (next === null ? store.delete(key) : store.put(next, key));
      });
      await Promise.all([...changes, transaction.done]);
    },
  };
}

function open(): Promise<IDBPDatabase<Schema>> {
  const forget = () => {
    database = null;
  };
  database ??= openDB<Schema>("postil", 1, {
    upgrade(db) {
      for (const store of KEPT) db.createObjectStore(store);
    },
    // A newer page in another tab wants to upgrade the database. This page closes its connection and reopens it with its next
    // write.
    blocking: (_version, _blocked, event) => {
      forget();
      // The target of the event is the connection that blocks the upgrade.
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  database.catch(forget);
  return database;
}
