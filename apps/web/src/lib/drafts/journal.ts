import { keptDraft, type LocalDraft, readDraft } from "./draft.ts";

/**
 * Drafts and removals from the last moment before a page closed. IndexedDB may not finish a write that starts then. Local
 * storage writes before the call returns. All tabs of a user share it.
 */
export type Journal = {
  readonly write: (drafts: readonly LocalDraft[]) => void;
  /** These drafts are in the database now. */
  readonly erase: (drafts: readonly LocalDraft[]) => void;
  /** Reads and empties the journal. */
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
        // Local storage is full or denied. The write to the database, which runs as well, may still finish.
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
        // Storage is denied, so nothing was written there either.
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
