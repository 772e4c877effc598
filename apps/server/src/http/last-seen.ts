import type { LastSeen } from "@postil/domain/accounts/people";
import type { PostilStore } from "./handler.ts";
import { writeLater } from "./write-later.ts";

/** Records when each user was last active. A note is taken for each request, and written once a minute. */
export type LastSeenNotes = {
  note(userId: string, byKey: boolean): void;
  /** The newest time, which may not be stored yet; null means that nothing was noted. */
  of(userId: string): LastSeen | null;
  /** Writes the remaining notes. */
  stop(): Promise<void>;
};

type Note = { at: number; byKey: boolean };

/** `warn` receives each write error; the next round tries again. */
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
