import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

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
