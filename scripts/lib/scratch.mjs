import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** The free memory that a scratch folder needs, bytes. A container often has only 64 MiB there. */
const LEAST_ROOM = 2 * 1024 ** 3;

function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= LEAST_ROOM;
}

/**
 * Makes a folder for the files of one test run. The caller removes it. It is in memory if there is room: a store waits for the
 * disk at each commit, 3.6 ms on a virtual disk and 0.03 ms in memory.
 */
export const makeScratch = () => mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), "postil-test-"));
