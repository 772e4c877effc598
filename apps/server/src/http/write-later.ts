/** How often the notes are written, ms. */
const WRITTEN_EVERY = 60_000;

export type Later<Note> = {
  /** Only the last note of a key is kept. */
  put(key: string, note: Note): void;
  flush(): Promise<void>;
  /** Writes the remaining notes. */
  stop(): Promise<void>;
};

/**
 * Collects notes of requests in memory, which is cheap, and writes them at intervals. `warn` receives each write error; the
 * next round tries again.
 */
export function writeLater<Note>(
  write: (notes: readonly Note[]) => Promise<unknown>,
  warn: (error: unknown) => void,
): Later<Note> {
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
    put: (key, note) => void changed.set(key, note),
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
