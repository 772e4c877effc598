/** How often what was noted is written, ms. */
const WRITTEN_EVERY = 60_000;

export type Later<Note> = {
  /** The last note under a key counts. */
  put(key: string, note: Note): void;
  flush(): Promise<void>;
  /** Writes what is left. */
  stop(): Promise<void>;
};

/**
 * What requests leave behind, noted in memory, which costs them nothing, and written now and then. `warn` is told of a failure to
 * write; the next round tries again.
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
