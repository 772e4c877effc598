import type { LastSeen } from "@postil/domain/accounts/people";
import type { RequestOrigin } from "../storage/store.ts";
import type { KeyUsed } from "../usecases/accounts/api-keys.ts";
import type { KnownCaller } from "../usecases/accounts/find-caller.ts";
import type { DatasetRead, ReadDataset } from "../usecases/audit.ts";
import type { PostilStore, Requester } from "./handler.ts";

/** How often the notes are written, ms. */
const WRITTEN_EVERY = 60_000;

type Warn = (error: unknown) => void;

/** Collects notes in memory and writes them at intervals. `warn` receives each write error; the next round retries. */
function writeLater<Note>(write: (notes: readonly Note[]) => Promise<unknown>, warn: Warn) {
  let changed = new Map<string, Note>();

  const flush = async () => {
    if (changed.size === 0) return;
    const writing = changed;
    changed = new Map();
    await write([...writing.values()]).catch((error: unknown) => {
      changed = new Map([...writing, ...changed]);
      warn(error);
    });
  };
  const timer = setInterval(flush, WRITTEN_EVERY).unref();
  return {
    /** Only the last note of a key is kept. */
    put: (key: string, note: Note) => void changed.set(key, note),
    flush,
    /** Writes the remaining notes. */
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

export type LastSeenNotes = ReturnType<typeof noteLastSeen>;

/** Records when each user was last active. */
export function noteLastSeen(store: PostilStore, warn: Warn) {
  const notes = new Map<string, LastSeen>();
  const { put, flush, stop } = writeLater<LastSeen & { readonly userId: string }>(
    (seen) => store.write("noteLastSeen", null, seen),
    warn,
  );
  return {
    note: (userId: string, byKey: boolean) => {
      const note = { at: Date.now() * 1000, byKey };
      notes.set(userId, note);
      put(userId, { userId, ...note });
    },
    /** The newest time, which may not be stored yet; null means that nothing was noted. */
    of: (userId: string): LastSeen | null => notes.get(userId) ?? null,
    flush,
    stop,
  };
}

export type KeyUses = ReturnType<typeof noteKeyUses>;

/** Records when and by what each key was last used. */
export function noteKeyUses(store: PostilStore, warn: Warn) {
  const { put, flush, stop } = writeLater<KeyUsed>((uses) => store.write("noteKeyUses", null, uses), warn);
  return {
    /** Does nothing if the caller did not use a key. */
    note: ({ caller, key }: KnownCaller, from: RequestOrigin) => {
      if (key === undefined) return;
      const { key: userKey, id, username } = caller;
      const by = { key: userKey, id, username };
      put(key.id ?? id, { by, keyId: key.id, at: Date.now() * 1000, from });
    },
    flush,
    stop,
  };
}

export type DatasetReads = ReturnType<typeof noteDatasetReads>;

/** Records which programs read which datasets page by page. A note is taken for each page (AUT-43). */
export function noteDatasetReads(store: PostilStore, warn: Warn) {
  const { put, flush, stop } = writeLater<DatasetRead>((reads) => store.write("noteReads", null, reads), warn);
  return {
    /** Only reads with an API key are noted: they come from programs. The web page shows what it reads. */
    note: ({ caller, shown }: Pick<Requester, "caller" | "shown">, of: ReadDataset) => {
      if (caller === null || shown === null || !("apiKey" in shown)) return;
      const { id, username, from } = caller;
      put(JSON.stringify([id, from?.address, of]), { by: { id, username, ...(from && { from }) }, of });
    },
    flush,
    stop,
  };
}
