import { mkdirSync, rmSync } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "@postil/domain/refusal";
import { DISK_FULL, StorageFailure } from "../storage/failure.ts";
import { ALL_BYTES, PERSON_BYTES, SHARE_OF_DISK, UPLOAD_BYTES } from "./bounds.ts";

const PRIVATE = 0o600;

/** A body that is too long. `http` has its status. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20).toLocaleString("en")} MB`;

/**
 * The files of people in a folder of their own, and the room that they take. What an earlier process left there is removed
 * at once.
 */
export function createFiles(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  /** Bytes by person, also of files that are still coming. */
  const taken = new Map<string, number>();
  let lastMost = ALL_BYTES;
  const all = () => [...taken.values()].reduce((sum, bytes) => sum + bytes, 0);

  const change = (userId: string, bytes: number) => {
    const now = (taken.get(userId) ?? 0) + bytes;
    if (now > 0) taken.set(userId, now);
    else taken.delete(userId);
  };
  /** The room for all files together: a tenth of what would be free without them. */
  const mostOfAll = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder);
    lastMost = Math.min(ALL_BYTES, Math.floor((bavail * bsize + all()) * SHARE_OF_DISK));
    return lastMost;
  };
  const refuseBeyond = (userId: string, bytes: number, most: number) => {
    const own = taken.get(userId) ?? 0;
    if (own + bytes > PERSON_BYTES)
      throw new Refusal(
        "unprocessable",
        `Your files together would have ${megabytes(own + bytes)}; the most is ${megabytes(PERSON_BYTES)}. Remove one first.`,
      );
    if (all() + bytes > most)
      throw new Refusal(
        "unprocessable",
        `All files that people have sent would have ${megabytes(all() + bytes)}; the most is ${megabytes(most)} on this server now. Try again when others are done.`,
      );
  };
  const write = async (
    path: string,
    userId: string,
    { bytes: announced, parts }: { readonly bytes: number | null; readonly parts: AsyncIterable<Uint8Array> },
    held: { bytes: number },
  ): Promise<number> => {
    const most = await mostOfAll();
    const hold = (bytes: number) => {
      refuseBeyond(userId, bytes, most);
      change(userId, bytes);
      held.bytes += bytes;
    };
    const refuseTooLong = (bytes: number) => {
      if (bytes > UPLOAD_BYTES)
        throw new TooLong(
          `The file is larger than ${UPLOAD_BYTES} bytes (${megabytes(UPLOAD_BYTES)}), the most that this call takes.`,
        );
    };
    refuseTooLong(announced ?? 0);
    hold(announced ?? 0);
    const handle = await open(path, "wx", PRIVATE);
    try {
      let written = 0;
      for await (const part of parts) {
        written += part.length;
        refuseTooLong(written);
        if (written > held.bytes) hold(written - held.bytes);
        await handle.appendFile(part);
      }
      return written;
    } finally {
      await handle.close();
    }
  };
  return {
    pathOf: (id: string) => join(folder, id),
    tableOf: (id: string) => join(folder, `${id}.refused`),
    removeTable: (id: string) => rm(join(folder, `${id}.refused`), { force: true }),
    /** Writes the file as it comes; one that does not come whole leaves nothing. Returns its size. */
    add: async (
      id: string,
      userId: string,
      content: { readonly bytes: number | null; readonly parts: AsyncIterable<Uint8Array> },
    ): Promise<number> => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const held = { bytes: 0 };
      try {
        return await write(join(folder, id), userId, content, held);
      } catch (error) {
        await rm(join(folder, id), { force: true });
        change(userId, -held.bytes);
        const code = error instanceof Error && "code" in error ? error.code : null;
        throw code === "ENOSPC" || code === "EDQUOT" ? new StorageFailure(DISK_FULL) : error;
      }
    },
    /** Takes room for a table that grows; throws if there is none. */
    grow: (userId: string, bytes: number): void => {
      if (bytes > 0) refuseBeyond(userId, bytes, Math.min(ALL_BYTES, lastMost));
      change(userId, bytes);
    },
    remove: async (id: string, userId: string, bytes: number): Promise<void> => {
      change(userId, -bytes);
      await rm(join(folder, id), { force: true });
    },
  };
}
