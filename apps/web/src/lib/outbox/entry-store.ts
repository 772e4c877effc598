import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { mergeEntries } from "@postil/domain/outbox/outbox-merge";
import type { KeptWork } from "../kept-work/kept-values.ts";
import { ENTRY_VERSION, isMergeable, type KeptEntry } from "./kept-entry.ts";
import type { EntryStore } from "./ports.ts";

/** One user's entries in the browser's storage. */
export function createEntryStore(kept: KeptWork, userId: string): EntryStore {
  /** Intents by their record that were found damaged. An answer that is given later is not made one with them. */
  let damaged: ReadonlyMap<string, unknown> = new Map();
  const isSound = (there: unknown, recordId: string): there is KeptEntry =>
    isMergeable(there) && there.intentId !== damaged.get(recordId);
  return {
    async all() {
      if ((await kept.all(userId)).size === 0) return [];
      // Hardly any page finds one, so what reads them comes with the first.
      const { readEntries, unreadableIntents } = await import("./read-entries.ts");
      // Read once more: what was delivered while the code came is not to be sent again.
      const found = await kept.all(userId);
      damaged = unreadableIntents(found);
      return readEntries(found);
    },
    put(entries) {
      const mine = byRecord(entries);
      return kept.change(userId, [...mine.keys()], (there, recordId): KeptEntry | null => {
        const entry = mine.get(recordId);
        if (entry === undefined) return null;
        const merged: OutboxEntry = isSound(there, recordId) ? mergeEntries(there, entry) : entry;
        return { version: ENTRY_VERSION, ...merged, sending: null };
      });
    },
    remove(entries) {
      const gone = byRecord(entries);
      return kept.change(userId, [...gone.keys()], (there, recordId) => {
        const isGone = isMergeable(there) && there.intentId === gone.get(recordId)?.intentId;
        // Unreadable: of another layout, and not ours to remove.
        return isGone || there === undefined ? null : (there as object);
      });
    },
  };
}

const byRecord = <Of extends { readonly recordId: string }>(entries: readonly Of[]): ReadonlyMap<string, Of> =>
  new Map(entries.map((entry) => [entry.recordId, entry]));
