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
    put(entries) {
      const mine = byRecord(entries);
      return kept.change(userId, [...mine.keys()], (there, recordId): KeptEntry | null => {
        const [entry, earlier] = [mine.get(recordId), readEntry(there)];
        if (entry === undefined) return null;
        const merged: OutboxEntry = earlier === null ? entry : mergeEntries(earlier, entry);
        return { version: ENTRY_VERSION, ...merged, sending: null };
      });
    },
    remove(entries) {
      const gone = byRecord(entries);
      return kept.change(userId, [...gone.keys()], (there, recordId) => {
        const entry = readEntry(there);
        // Unreadable: of another layout, and not ours to remove.
        if (entry === null) return there === undefined ? null : (there as object);
        return entry.intentId === gone.get(recordId)?.intentId ? null : { version: ENTRY_VERSION, ...entry };
      });
    },
  };
}

const byRecord = <Of extends { readonly recordId: string }>(entries: readonly Of[]): ReadonlyMap<string, Of> =>
  new Map(entries.map((entry) => [entry.recordId, entry]));
