import { createEmitter } from "../emitter.ts";
import { hasLocalStorage, readStored, writeStored } from "../storage.ts";
import { clearUnsaved, flagUnsaved } from "../unsaved.ts";

/** The kinds of work that the browser stores in its database, each with one value per user and record. */
export type KeptName = "outbox" | "drafts";

/**
 * Work that a user typed for a dataset as a whole, one value per dataset: unfinished rules, unsaved settings, and the bulk
 * form before it is written to its records; and what they said of a file that they import. It is read while a page is drawn, so it is only in local storage.
 */
export const KEPT_FOR_DATASETS = ["rules", "forms", "bulk", "imports"] as const;

type ChangeKept = (kept: unknown, recordId: string) => object | null;

/** Values are JSON. They are returned unchecked and may be of any version, so readers check them. */
export type KeptWork = {
  /** The values of one user, by record id. */
  readonly all: (userId: string) => Promise<ReadonlyMap<string, unknown>>;
  /**
   * Reads the value of one or more records, and writes the result of `change` for each; null removes the value. All records
   * are written or none, and no other tab writes in between. `kept` is undefined when there is no value.
   */
  readonly change: (userId: string, recordIds: string | readonly string[], change: ChangeKept) => Promise<void>;
};

const changed = createEmitter<void>();
// Another tab has changed something.
window.addEventListener("storage", () => changed.emit());

/** Calls back when a value for a dataset may have changed, here or in another tab. Returns a function that stops this. */
export const onKeptForDatasets = changed.on;

const UNSAVED = "kept-in-page";

/**
 * Values that the browser could not store, by key. They live as long as the page, also after a sign-out, so the browser asks
 * before leaving (ERR-10, ERR-11).
 */
const inPage = new Map<string, object>();

const storedKeys = (): readonly string[] =>
  hasLocalStorage() ? Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "") : [];

/**
 * Values by user and id in local storage, or in the page if the browser denies it. The calls are synchronous, so no other tab
 * writes in between. "Forget my work on this device" removes them (design/device.md#work).
 */
export function keptRows(name: KeptName | (typeof KEPT_FOR_DATASETS)[number]) {
  const keyOf = (userId: string, id: string) => `postil:${name}:${userId}:${id}` as const;

  /** Null removes the value. @throws when local storage is full, unless the value may stay in the page */
  function write(userId: string, id: string, value: object | null, mayStayInPage = !hasLocalStorage()): void {
    const key = keyOf(userId, id);
    const isStored = writeStored(key, value);
    if (!isStored && !mayStayInPage) throw new Error(`${key} could not be stored`);
    if (isStored || value === null) inPage.delete(key);
    else inPage.set(key, value);
    if (inPage.size === 0) clearUnsaved(UNSAVED);
    else flagUnsaved(UNSAVED);
  }

  return {
    ids(userId: string): readonly string[] {
      const prefix = keyOf(userId, "");
      const keys = [...new Set([...inPage.keys(), ...storedKeys()])];
      return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    },
    /** Undefined when there is none. The value is not checked here, so readers check it. */
    read(userId: string, id: string): unknown {
      const key = keyOf(userId, id);
      return inPage.get(key) ?? readStored(key);
    },
    write,
    /** Writes a value for a dataset, which may stay in the page, and tells those who show it. */
    keep(userId: string, datasetId: string, value: object | null): void {
      write(userId, datasetId, value, true);
      changed.emit();
    },
  };
}
