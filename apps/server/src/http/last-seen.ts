import type { LastSeen } from "@postil/domain/accounts/people";
import type { PostilStore } from "./handler.ts";
import { writeLater } from "./write-later.ts";

/** When everybody was here last: noted with each request, and written now and then. */
export type LastSeenNotes = {
  note(userId: string, byKey: boolean): void;
  /** Newer than what is stored; null: nothing was noted. */
  of(userId: string): LastSeen | null;
  /** Writes what is left. */
  stop(): Promise<void>;
};

type Note = { at: number; byKey: boolean };

/** `warn` is told of a failure to write; the next round tries again. */
export function noteLastSeen(store: PostilStore, warn: (error: unknown) => void): LastSeenNotes {
  const notes = new Map<string, Note>();
  const later = writeLater<[string, Note]>(
    (seen) =>
      store.write(
        "noteLastSeen",
        null,
        seen.map(([userId, note]) => ({ userId, ...note })),
      ),
    warn,
  );
  return {
    note: (userId, byKey) => {
      const note = notes.get(userId) ?? { at: 0, byKey };
      note.at = Date.now() * 1000;
      note.byKey = byKey;
      notes.set(userId, note);
      later.put(userId, [userId, note]);
    },
    of: (userId) => notes.get(userId) ?? null,
    stop: later.stop,
  };
}
