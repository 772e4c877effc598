import { type BulkRun, inDoubt, unsaved } from "@postil/domain/bulk/bulk-run";
import { asObject } from "@postil/domain/json-object";
import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../../lib/storage.ts";

/** What became of a bulk action whose page went away while it ran. */
type CutOff = {
  readonly total: number;
  /** Not known to be saved. */
  readonly left: number;
  /** Of these, sent and not answered when the page went: they may be saved all the same. */
  readonly underway: number;
};

/** Notes, should the page go away while an action runs, what it leaves out. Returns the way to stop. */
export function noteIfCutOff(userId: string, run: () => BulkRun): () => void {
  const note = () => {
    const now = run();
    const cutOff: CutOff = {
      total: now.jobs.length,
      left: unsaved(now).length,
      underway: inDoubt(now).length,
    };
    writeStoredObject(STORAGE_KEYS.cutOff, { ...readStoredObject(STORAGE_KEYS.cutOff), [userId]: cutOff });
  };
  /** It was only put aside, and goes on. */
  const takeBack = () => void takeCutOff(userId);
  window.addEventListener("pagehide", note);
  window.addEventListener("pageshow", takeBack);
  return () => {
    window.removeEventListener("pagehide", note);
    window.removeEventListener("pageshow", takeBack);
  };
}

/** Reads the note of a user and takes it away; null where there is none. */
export function takeCutOff(userId: string): CutOff | null {
  const { [userId]: mine, ...others } = readStoredObject(STORAGE_KEYS.cutOff) ?? {};
  if (mine === undefined) return null;
  writeStoredObject(STORAGE_KEYS.cutOff, others);
  const { total, left, underway } = asObject(mine) ?? {};
  return { total: Number(total), left: Number(left), underway: Number(underway) };
}
