import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DISK_FULL, StorageFailure } from "./storage/failure.ts";

/** Disk space kept for writes that must go on when the disk is full: some thousands of sign-ins and audit entries. */
const RESERVE_BYTES = 8 * 2 ** 20;
/** If a write fails with less free space than this, the disk is full, bytes. */
const TIGHT = 2 ** 20;
/** The disk has room again if other writes have this space beside the reserve, bytes. */
const ROOM = 2 * TIGHT;
/** The space that a start needs for itself, bytes. */
export const STARTS_WITHIN = 2 ** 18;
/** How often a full disk is checked for room, ms. */
const LOOKED_EVERY = 2000;

/** The free space on the disk of a home (API-51). */
export type Room = {
  /** True if the disk is full: only writes for sign-in and reading are allowed. */
  isFull(): boolean;
  /** Deletes the reserve if less than `bytes` is free, by default 1 MiB. Returns true if that made room. */
  makeWay(bytes?: number): Promise<boolean>;
  /** Creates the reserve, if the disk has room for it. */
  keepReserve(): Promise<void>;
  stop(): void;
};

/** Where another server keeps the data: the disk of the home says nothing of it. */
export const ROOM_ELSEWHERE: Room = {
  isFull: () => false,
  makeWay: async () => false,
  keepReserve: async () => {},
  stop: () => {},
};

/** Calls `tell` when the disk is full, and when there is room again. */
export function createRoom(home: string, tell: (line: string) => void): Room {
  const file = join(home, "reserve");
  let full = false;
  /** The size of the deleted reserve: free space of this size does not count as new room. */
  let given = 0;
  let timer: NodeJS.Timeout | undefined;

  /** A home that is gone is not full: its store says why a write fails. */
  const freeBytes = async () => {
    const disk = await statfs(home).catch(() => null);
    return disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize;
  };
  const keepReserve = async () => {
    if (existsSync(file) || (await freeBytes()) < RESERVE_BYTES + ROOM) return;
    const part = `${file}.part`;
    try {
      // Random bytes, because a file system with compression would keep almost no space for other content.
      await writeFile(part, randomBytes(RESERVE_BYTES), { flush: true, mode: 0o600 });
      await rename(part, file);
    } catch {
      // The room was used up meanwhile. The next check tries again.
      await rm(part, { force: true });
    }
  };
  const look = async () => {
    await keepReserve();
    // A small disk may never have room for a reserve.
    if (!existsSync(file) && (await freeBytes()) < given + ROOM) return;
    full = false;
    given = 0;
    clearInterval(timer);
    tell(`There is room again on the disk of ${home}: what people do is saved.`);
  };
  return {
    isFull: () => full,
    makeWay: async (bytes = TIGHT) => {
      if ((await freeBytes()) >= bytes) return false;
      const isThere = existsSync(file);
      if (isThere) given = RESERVE_BYTES;
      rmSync(file, { force: true });
      if (!full) {
        full = true;
        timer = setInterval(() => void look().catch(() => undefined), LOOKED_EVERY).unref();
        tell(
          `The disk of ${home} is full: people can sign in, read and export, and nothing they do is saved until there is room.`,
        );
      }
      return isThere;
    },
    keepReserve,
    stop: () => clearInterval(timer),
  };
}

type Writing = (name: string, ...rest: readonly unknown[]) => Promise<unknown>;
const WRITES = ["write", "writeText", "writePacked"] as const;
type WritingStore = { readonly [W in (typeof WRITES)[number]]: Writing };

/**
 * A store that handles a full disk. When the disk is full, every write is refused at once except those with these names, so
 * that the reserve is theirs. If one of them finds the disk full, space is made and it is tried once more (API-51).
 */
export function storeWithRoom<S extends object>(store: S, room: Room, writtenWhenFull: ReadonlySet<string>): S {
  const within =
    (write: Writing): Writing =>
    async (name, ...rest) => {
      const goesOn = writtenWhenFull.has(name);
      if (room.isFull() && !goesOn) throw new StorageFailure(DISK_FULL);
      try {
        return await write(name, ...rest);
      } catch (error) {
        if (!(error instanceof StorageFailure) || !(await room.makeWay()) || !goesOn) throw error;
        return write(name, ...rest);
      }
    };
  const { write, writeText, writePacked } = store as unknown as WritingStore; // of any operations
  return { ...store, write: within(write), writeText: within(writeText), writePacked: within(writePacked) };
}
