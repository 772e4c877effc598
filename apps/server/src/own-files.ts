import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";

const OTHERS = 0o077;

/** The rights of a file or folder that is open to users other than its owner, as `chmod` writes them; null if it is not. */
export function openRights(path: string): string | null {
  // Permission bits have no meaning on Windows.
  if (process.platform === "win32") return null;
  const rights = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (rights & OTHERS) === 0 ? null : rights.toString(8);
}

const ONLY_MINE = 0o600;

/** Writes the whole file or nothing. The data is on the disk before this returns, and only the owner may read it. */
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
