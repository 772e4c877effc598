import { openInDatabase } from "./in-database.ts";
import { inLocalStorage } from "./in-local-storage.ts";

/** What the browser keeps of a user's work, each with one value per user and record. */
export const KEPT = ["outbox", "drafts"] as const;
export type KeptName = (typeof KEPT)[number];

/** Values are JSON. They come back as they were found, of whatever version, so readers check them. */
export type KeptWork = {
  /** The values of one user, by record id. */
  readonly all: (userId: string) => Promise<ReadonlyMap<string, unknown>>;
  /**
   * Reads a record's value and writes the one that `change` makes of it, null for none, without another tab coming in
   * between. `kept` is undefined when there is none.
   */
  readonly change: (userId: string, recordId: string, change: (kept: unknown) => object | null) => Promise<void>;
};

/** IndexedDB where the browser grants it, local storage otherwise (screens, section 4). */
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

/** Removes everything that is kept of a user's work: "Forget my work on this device" (screens, section 4). */
export async function forgetWork(userId: string): Promise<void> {
  for (const name of KEPT) {
    const kept = openKeptWork(name);
    for (const recordId of (await kept.all(userId)).keys()) await kept.change(userId, recordId, () => null);
  }
}
