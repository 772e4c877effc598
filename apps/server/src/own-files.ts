import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";

const OTHERS = 0o077;

/** The rights of a file or folder that others than its owner may use, as `chmod` writes them; null when nobody else may. */
export function openRights(path: string): string | null {
  // The bits mean nothing there.
  if (process.platform === "win32") return null;
  const rights = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (rights & OTHERS) === 0 ? null : rights.toString(8);
}

const ONLY_MINE = 0o600;

/** All of the file or none of it, on the disk before this returns; readable by its owner alone. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}`;
  try {
    const handle = openSync(beside, "w", ONLY_MINE);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
