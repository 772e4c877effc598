import { createEmitter } from "../emitter.ts";
import { hasLocalStorage, readStored, storedEnds, writeStored } from "../storage.ts";
import { clearUnsaved, flagUnsaved } from "../unsaved.ts";

/** The kinds of work that the browser stores in its database, each with one value per user and record. */
export const KEPT = ["outbox", "drafts"] as const;
export type KeptName = (typeof KEPT)[number];

/**
 * Work that a user typed for a dataset as a whole, one value per dataset: unfinished rules, unsaved settings, and the bulk
 * form before it is written to its records. It is read while a page is drawn, so it is only in local storage.
 */
export const KEPT_FOR_DATASETS = ["rules", "forms", "bulk"] as const;
type KeptForDatasets = (typeof KEPT_FOR_DATASETS)[number];

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

const UNSAVED = "kept-in-page";

/**
 * Values that the browser could not store, as JSON by key. They live as long as the page, also after a sign-out, so the
 * browser asks before leaving (ERR-10, ERR-11).
 */
const inPage = new Map<string, string>();

function keepInPage(key: string, value: object | null): void {
  if (value === null) inPage.delete(key);
  else inPage.set(key, JSON.stringify(value));
  if (inPage.size === 0) clearUnsaved(UNSAVED);
  else flagUnsaved(UNSAVED);
}

/**
 * Values by user and id in local storage, or in the page if the browser denies it. The calls are synchronous, so no other tab
 * writes in between. "Forget my work on this device" removes them (design/device.md#work).
 */
export function keptRows(name: KeptName | KeptForDatasets) {
  const keyOf = (userId: string, id: string) => `postil:${name}:${userId}:${id}` as const;
  return {
    ids(userId: string): readonly string[] {
      const prefix = keyOf(userId, "");
      const here = [...inPage.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      return [...new Set([...here, ...storedEnds(prefix)])];
    },
    /** Undefined when there is none. The value is not checked here, so readers check it. */
    read(userId: string, id: string): unknown {
      const key = keyOf(userId, id);
      const text = inPage.get(key);
      return text === undefined ? readStored(key) : JSON.parse(text);
    },
    /** Null removes the value. @throws when local storage is full, unless the page may keep the value */
    write(userId: string, id: string, value: object | null, mayStayInPage = !hasLocalStorage()): void {
      const key = keyOf(userId, id);
      const isStored = writeStored(key, value);
      if (!isStored && !mayStayInPage) throw new Error(`${key} could not be stored`);
      keepInPage(key, isStored ? null : value);
    },
  };
}

const changed = createEmitter<void>();
// Another tab has changed something.
window.addEventListener("storage", () => changed.emit());

/** Calls back when a value for a dataset may have changed, here or in another tab. Returns a function that stops this. */
export const onKeptForDatasets = changed.on;

export function keptForDatasets(name: KeptForDatasets) {
  const rows = keptRows(name);
  return {
    read: rows.read,
    datasets: rows.ids,
    /** Null removes the stored value. */
    keep(userId: string, datasetId: string, value: object | null): void {
      rows.write(userId, datasetId, value, true);
      changed.emit();
    },
  };
}
