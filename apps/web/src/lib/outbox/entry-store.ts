import { mergeEntries } from "@postil/domain/outbox/outbox";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import type { KeptWork } from "../kept-work/kept-values.ts";
import { ENTRY_VERSION, isMergeable, type KeptEntry } from "./kept-entry.ts";
import type { EntryStore } from "./ports.ts";

/** One user's entries in the browser's storage. */
export function createEntryStore(kept: KeptWork, userId: string): EntryStore {
  /** The intent ids of damaged entries, by record id. A later answer is not merged with a damaged entry. */
  let damaged: ReadonlyMap<string, unknown> = new Map();
  const isSound = (there: unknown, recordId: string): there is KeptEntry =>
    isMergeable(there) && there.intentId !== damaged.get(recordId);
  return {
    async all() {
      if ((await kept.all(userId)).size === 0) return [];
      // Most pages find no entries, so the code that reads them is loaded on demand.
      const { readEntries, unreadableIntents } = await import("./read-entries.ts");
      // Read again: an entry delivered while the code loaded must not be sent again.
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
        // It has another layout and this page cannot read it, so it is not removed.
        return isGone || there === undefined ? null : (there as object);
      });
    },
  };
}

const byRecord = <Of extends { readonly recordId: string }>(entries: readonly Of[]): ReadonlyMap<string, Of> =>
  new Map(entries.map((entry) => [entry.recordId, entry]));
