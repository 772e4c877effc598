import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import { StartFailure } from "../../start-failure.ts";
import { memberBytes, openArchive } from "./archive.ts";

/**
 * The most that a packed file may unpack to: `free` bytes and `times` its own size, and never more than `most`. A few kilobytes
 * can unpack to as many gigabytes, and texts for labeling are rarely packed to less than a hundredth.
 */
const UNPACKED = { free: 64 * 2 ** 20, times: 200, most: 8 * 2 ** 30 };

/** Counts bytes that were unpacked. Throws a {@link StartFailure} if they are too many for the file. */
type Bound = (bytes: number) => void;

function createBound({ name, bounds }: Place, packed: number): Bound {
  const ofSize = Math.min(UNPACKED.most, UNPACKED.free + UNPACKED.times * packed);
  const most = Math.min(bounds?.bytes ?? ofSize, ofSize);
  let unpacked = 0;
  return (bytes) => {
    unpacked += bytes;
    if (unpacked <= most) return;
    if (most < ofSize) throw unpacksBeyond(most);
    const [own, found, limit] = [packed, unpacked, most].map((count) => count.toLocaleString("en"));
    throw new StartFailure(
      `${name} has ${own} bytes and unpacks to ${found} or more; ${limit} is the most for a file of its size. Such a file is damaged, or made to fill the memory.`,
    );
  };
}

export const unpacksBeyond = (most: number) =>
  new StartFailure(`The file unpacks into more than ${megabytes(most)}: take it apart into smaller files.`);

export const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20).toLocaleString("en")} MB`;

/** Where the rows are: in the file itself, or in a member of an archive. Either may be gzipped. */
export type Place = {
  readonly file: string;
  /** What people call the file: where a server keeps it is nobody's business. */
  readonly name: string;
  /** The bounds of a file that somebody sent. It is unpacked beside itself, on the disk that is meant for such files. */
  readonly bounds: { readonly bytes: number } | null;
  readonly member: { readonly index: number; readonly name: string } | null;
  readonly gzipped: boolean;
};

/** The unpacked bytes, as a stream. */
export async function* bytesAt(place: Place): AsyncGenerator<Uint8Array> {
  const { file, member, gzipped } = place;
  if (member === null && !gzipped) return yield* createReadStream(file);
  const bound = createBound(place, (await stat(file)).size);
  const packed = member === null ? createReadStream(file) : bytesOfMember(place, member.index, bound);
  yield* gzipped ? gunzipped(packed, bound) : packed;
}

async function* bytesOfMember({ file, name }: Place, index: number, bound: Bound): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const { members, zip } = await openArchive(handle, name);
    const member = members[index];
    if (!member) throw new StartFailure(`${name} was changed while it was imported.`);
    yield* memberBytes(zip, member, { file: name, bound });
  } finally {
    await handle.close();
  }
}

async function* gunzipped(packed: AsyncIterable<Uint8Array>, bound: Bound): AsyncGenerator<Uint8Array> {
  const plain = createGunzip();
  const feeding = feed(packed, plain);
  try {
    let isFirst = true;
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      if (isFirst && chunk[0] === 0x1f && chunk[1] === 0x8b)
        throw new StartFailure("The file is packed with gzip twice: unpack it once, and import that.");
      isFirst = false;
      bound(chunk.length);
      yield chunk;
    }
    await feeding;
  } finally {
    plain.destroy();
  }
}

/** Passes a failure of reading on to the reader of `plain`, which would wait forever. */
async function feed(packed: AsyncIterable<Uint8Array>, plain: ReturnType<typeof createGunzip>): Promise<void> {
  try {
    for await (const chunk of packed) {
      if (plain.destroyed) return;
      if (!plain.write(chunk)) await new Promise((resolve) => plain.once("drain", resolve).once("close", resolve));
    }
    plain.end();
  } catch (error) {
    plain.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** A file whose parts can be read in any order. */
export type Opened = { readonly handle: FileHandle; readonly size: number; readonly bound: Bound };

/**
 * Opens the file. A packed one is first unpacked to a file without a name, which the system removes as soon as it is closed,
 * even by the end of the process.
 */
export async function openAt(place: Place): Promise<Opened> {
  const isPacked = place.member !== null || place.gzipped;
  const handle = isPacked ? await unpackToDisk(place) : await open(place.file);
  try {
    // The bound is that of the packed file, whatever is packed in it once more.
    const bound = createBound(place, (await stat(place.file)).size);
    return { handle, size: (await handle.stat()).size, bound };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function unpackToDisk(place: Place): Promise<FileHandle> {
  const folder = await mkdtemp(join(place.bounds ? dirname(place.file) : tmpdir(), "postil-import-"));
  const handle = await open(join(folder, "unpacked"), "wx+", 0o600).finally(() => rm(folder, { recursive: true }));
  try {
    for await (const chunk of bytesAt(place)) await handle.write(chunk);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads exactly these bytes. Returns null if the file ends before. */
export async function readExactly({ handle }: Opened, start: number, length: number): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) return null;
    done += bytesRead;
  }
  return bytes;
}
