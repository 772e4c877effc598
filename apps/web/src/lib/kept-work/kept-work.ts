import { openInDatabase } from "./in-database.ts";
import { inLocalStorage } from "./in-local-storage.ts";
import { KEPT, type KeptName, type KeptWork } from "./kept-values.ts";

/** IndexedDB where the browser grants it, local storage otherwise (design/device.md#work). */
export function openKeptWork(name: KeptName): KeptWork {
  const opened = openInDatabase(name).catch((error: unknown): KeptWork => {
    console.warn("IndexedDB is not available; work is kept in local storage", error);
    return inLocalStorage(name);
  });
  return {
    all: async (userId) => (await opened).all(userId),
    change: async (userId, recordId, change) => (await opened).change(userId, recordId, change),
  };
}

/** Removes everything that is kept of a user's work: "Forget my work on this device" (design/device.md#work). */
export async function forgetWork(userId: string): Promise<void> {
  for (const name of KEPT) {
    const kept = openKeptWork(name);
    for (const recordId of (await kept.all(userId)).keys()) await kept.change(userId, recordId, () => null);
  }
}
