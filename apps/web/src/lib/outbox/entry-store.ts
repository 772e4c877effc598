import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { mergeEntries } from "@postil/domain/outbox/outbox-merge";
import type { KeptWork } from "../kept-work/kept-values.ts";
import type { EntryStore } from "./ports.ts";
import { ENTRY_VERSION, type KeptEntry, readEntry } from "./read-entry.ts";

/** One user's entries in the browser's storage. */
export function createEntryStore(kept: KeptWork, userId: string): EntryStore {
  return {
    async all() {
      const values = await kept.all(userId);
      return [...values.values()].map(readEntry).filter((entry) => entry !== null);
    },
    put: (entry) =>
      kept.change(userId, entry.recordId, (there): KeptEntry => {
        const earlier = readEntry(there);
        const merged: OutboxEntry = earlier === null ? entry : mergeEntries(earlier, entry);
        return { version: ENTRY_VERSION, ...merged, sending: null };
      }),
    remove: (recordId, intentId) =>
      kept.change(userId, recordId, (there) => {
        const entry = readEntry(there);
        // Unreadable: of another layout, and not ours to remove.
        if (entry === null) return there === undefined ? null : (there as object);
        return entry.intentId === intentId ? null : { version: ENTRY_VERSION, ...entry };
      }),
  };
}
