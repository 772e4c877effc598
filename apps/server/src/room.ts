import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Kept free for what has to go on when the disk is full: sign-ins and the audit, some thousands of them. */
const RESERVE_BYTES = 8 * 2 ** 20;
/** A write that fails with less than that free failed for want of room, bytes. */
const TIGHT = 2 ** 20;
/** So much is left to other writes beside the reserve, or there is no room, bytes. */
const ROOM = 2 * TIGHT;
/** A start takes that for itself, bytes. */
export const STARTS_WITHIN = 2 ** 18;
/** How often it is looked whether there is room again, ms. */
const LOOKED_EVERY = 2000;

/** The room on the disk of a home (API-51). */
export type Room = {
  /** Whether only what lets people in and read is written. */
  isFull(): boolean;
  /** Gives the reserve away where less is free than `bytes`, 1 MiB where not said; true when that made room. */
  makeWay(bytes?: number): Promise<boolean>;
  /** Keeps the reserve, where there is room for it. */
  keepReserve(): Promise<void>;
  stop(): void;
};

/** `tell` is told when the disk is full, and when there is room again. */
export function createRoom(home: string, tell: (line: string) => void): Room {
  const file = join(home, "reserve");
  let full = false;
  /** What is free of the disk beside it is the reserve that was given away. */
  let given = 0;
  let timer: NodeJS.Timeout | undefined;

  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(home);
    return bavail * bsize;
  };
  const keepReserve = async () => {
    if (existsSync(file) || (await freeBytes()) < RESERVE_BYTES + ROOM) return;
    const part = `${file}.part`;
    try {
      // Random, or a file system that packs would keep nothing.
      await writeFile(part, randomBytes(RESERVE_BYTES), { flush: true, mode: 0o600 });
      await rename(part, file);
    } catch {
      // Not now: the room for it went meanwhile. The next look tries again.
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
