import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";
import { reasonOf, StartFailure } from "../start-failure.ts";
import { SCHEMA } from "../storage/sqlite/copy.ts";

/**
 * A backup is one file: the store as the engine copies it, so that any SQLite can open it; then the other files of the home, one
 * after the other; then what is in it, as JSON; then a line of fixed length with the length and the hash of that JSON.
 */
const count = z.number().int().nonnegative();
const Manifest = z.object({
  id: z.uuid(),
  postil: z.string(),
  schema: count,
  /** The moment that the store is of: all that was acknowledged before it is in the backup. */
  taken_at: z.iso.datetime(),
  counts: z.object({ people: count, datasets: count, records: count, answers: count }),
  files: z
    .array(
      z.object({
        // A name cannot lead out of the folder that it is restored into.
        name: z.string().regex(/^(?:postil\.db|secret|pseudonyms|\.oauth\.yaml|snapshots\/[0-9a-f-]{36}\.gz)$/),
        bytes: count,
        sha256: z.string(),
      }),
    )
    .min(1),
});
export type Manifest = z.output<typeof Manifest>;

const END = /^\nPOSTIL BACKUP 1 (\d{10}) ([0-9a-f]{64})\n$/;
const END_BYTES = 93;
const BEGINS = "SQLite format 3\0";

export const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The end of a backup file. */
export function endOf(manifest: Manifest): string {
  const json = JSON.stringify(manifest);
  return `${json}\nPOSTIL BACKUP 1 ${String(Buffer.byteLength(json)).padStart(10, "0")} ${sha256(json)}\n`;
}

/** What is in a backup, by its own word. Fails with a StartFailure that says what is wrong with the file. */
export async function readManifest(path: string): Promise<Manifest> {
  const handle = await openFile(path);
  try {
    const { size } = await handle.stat();
    const read = async (from: number, bytes: number) => {
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, Math.max(0, from));
      return buffer.subarray(0, bytesRead).toString("utf8");
    };
    if ((await read(0, BEGINS.length)) !== BEGINS) throw new StartFailure(`${path} is no backup of Postil.`);
    const [, bytes, hash] = END.exec(await read(size - END_BYTES, END_BYTES)) ?? [];
    if (bytes === undefined) throw new StartFailure(`${path} is not a whole backup: its end is missing.`);
    const json = await read(size - END_BYTES - Number(bytes), Math.min(Number(bytes), size));
    const manifest = Manifest.safeParse(sha256(json) === hash ? JSON.parse(json) : null);
    if (!manifest.success) throw damaged(path, "the list of what is in it");
    const whole = manifest.data.files.reduce((sum, file) => sum + file.bytes, Number(bytes) + END_BYTES);
    if (whole !== size) throw damaged(path, `its length (${size} bytes in place of ${whole})`);
    return manifest.data;
  } finally {
    await handle.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    const why = reasonOf(error);
    if (why !== null) throw new StartFailure(`${path} cannot be read: ${why}.`);
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  throw new StartFailure(`There is no file ${path}.`);
}

const damaged = (path: string, what: string): StartFailure =>
  new StartFailure(`${path} is damaged: ${what} is not what was written. Take another backup.`);

export function refuseNewer(path: string, { schema, postil }: Manifest): void {
  if (schema <= SCHEMA) return;
  throw new StartFailure(
    `${path} was made by a newer Postil (${postil}, schema ${schema}; this one knows ${SCHEMA}). ` +
      "Install that version or a later one, and restore with it.",
  );
}

/** Gets the parts of each file in their order. */
export type Sink = (name: string) => Promise<{ write(part: Uint8Array): Promise<unknown>; end(): Promise<void> }>;

/** Reads all of a backup and compares it with its hashes. Fails with a StartFailure that names what is damaged. */
export async function readAll(
  path: string,
  { files }: Manifest,
  told: (bytes: number) => void,
  into?: Sink,
): Promise<void> {
  let start = 0;
  let done = 0;
  for (const { name, bytes, sha256: wanted } of files) {
    const sink = await into?.(name);
    const hash = createHash("sha256");
    // An empty file has no first byte to read to.
    if (bytes > 0)
      for await (const part of createReadStream(path, { start, end: start + bytes - 1, highWaterMark: 2 ** 20 })) {
        hash.update(part);
        await sink?.write(part);
        done += part.length;
        told(done);
      }
    await sink?.end();
    if (hash.digest("hex") !== wanted) throw damaged(path, `${name} in it`);
    start += bytes;
  }
}
