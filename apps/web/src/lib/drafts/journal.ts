import { keptDraft, type LocalDraft, readDraft } from "./draft.ts";

/**
 * What was typed, or taken away, in the last moment before a page went away. IndexedDB may not finish a write that is begun
 * then; local storage is written before its call returns. All tabs of a user share it.
 */
export type Journal = {
  readonly write: (drafts: readonly LocalDraft[]) => void;
  /** They are in the database now. */
  readonly erase: (drafts: readonly LocalDraft[]) => void;
  /** Reads what is there and empties it. */
  readonly take: () => readonly LocalDraft[];
};

export function journalOf(userId: string): Journal {
  const key = `postil:drafts-at-exit:${userId}`;

  function put(drafts: readonly LocalDraft[]): void {
    if (drafts.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drafts.map(keptDraft)));
  }

  return {
    write(drafts) {
      if (drafts.length === 0) return;
      try {
        const ids = new Set(drafts.map(({ recordId }) => recordId));
        put([...readAll(localStorage.getItem(key)).filter(({ recordId }) => !ids.has(recordId)), ...drafts]);
      } catch (error) {
        // Full or denied: the database, which is written as well, may still have the time.
        console.warn("What was typed last could not be kept in local storage", error);
      }
    },
    erase(drafts) {
      try {
        const written = new Map(drafts.map(({ recordId, savedAt }) => [recordId, savedAt]));
        const there = readAll(localStorage.getItem(key));
        const rest = there.filter(
          ({ recordId, savedAt }) => savedAt > (written.get(recordId) ?? Number.NEGATIVE_INFINITY),
        );
        if (rest.length < there.length) put(rest);
      } catch {
        // Denied: then nothing could be written there either.
      }
    },
    take() {
      try {
        const text = localStorage.getItem(key);
        localStorage.removeItem(key);
        return readAll(text);
      } catch (error) {
        console.warn("What was typed last could not be read", error);
        return [];
      }
    },
  };
}

function readAll(text: string | null): readonly LocalDraft[] {
  const kept: unknown = JSON.parse(text ?? "[]");
  return Array.isArray(kept) ? kept.map(readDraft).filter((draft) => draft !== null) : [];
}
