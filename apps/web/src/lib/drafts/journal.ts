import { keptDraft, type LocalDraft, readDraft } from "./draft.ts";

/**
 * What was typed in the last moment before a page went away. IndexedDB may not finish a write that is begun then; local storage
 * is written before its call returns.
 */
export type Journal = {
  readonly write: (drafts: readonly LocalDraft[]) => void;
  /** Reads what is there and empties it. */
  readonly take: () => readonly LocalDraft[];
};

export function journalOf(userId: string): Journal {
  const key = `postil:drafts-at-exit:${userId}`;
  return {
    write(drafts) {
      if (drafts.length === 0) return;
      try {
        localStorage.setItem(key, JSON.stringify(drafts.map(keptDraft)));
      } catch (error) {
        // Full or denied: the database, which is written as well, may still have the time.
        console.warn("What was typed last could not be kept in local storage", error);
      }
    },
    take() {
      try {
        const text = localStorage.getItem(key);
        localStorage.removeItem(key);
        return readAll(text).filter((draft) => draft !== null);
      } catch (error) {
        console.warn("What was typed last could not be read", error);
        return [];
      }
    },
  };
}

function readAll(text: string | null): readonly (LocalDraft | null)[] {
  const kept: unknown = JSON.parse(text ?? "[]");
  return Array.isArray(kept) ? kept.map(readDraft) : [];
}
