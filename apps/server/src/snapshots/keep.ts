import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Streams } from "../export/streams.ts";
import type { WholeSnapshot } from "../export/take-snapshot.ts";
import type { Work } from "../jobs/work.ts";
import { DISK_FULL } from "../storage/failure.ts";
import { type SnapshotPlace, snapshotFile } from "../storage/snapshots.ts";
import type { Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import type { SnapshotRoom } from "../usecases/snapshots.ts";

export type Snapshots = {
  readonly place: SnapshotPlace;
  readonly room: SnapshotRoom;
  /** Removes the files of snapshots that are gone, and sets aside those that the store has never named. */
  sweep(): Promise<void>;
  /** Files that no snapshot has any more stay until `work` has ended. */
  keepDuring(work: () => Promise<void>): Promise<void>;
  /** The job that takes a snapshot. */
  readonly take: Work;
};

export type SnapshotsParts = { readonly folder: string; readonly room: SnapshotRoom };
type Parts = SnapshotsParts & {
  readonly store: Pick<Store<Reads, Writes, Streams>, "read" | "write" | "stream" | "peers">;
};

/** Names in the folder; those that the store names now; those that it named when this process looked before. */
type Known = {
  readonly there: readonly string[];
  readonly wanted: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
};

const PRIVATE = 0o600;
/** A file that is not whole, of this process alone. A later one removes it. */
const partOf = (file: string): string => `${file}.${PROCESS}${PART}`;
const PART = ".part";
const PROCESS = randomBytes(4).toString("hex");
/** Several servers may have one folder: a part that was written to a moment ago may be that of another one, ms. */
const OTHERS_PART_MS = 10 * 60_000;
/** The end of the name of a file that the store has never named: it may be that of another store, which is opened later. */
const ASIDE = ".unknown";
/** So long such a file is kept from when it was set aside, ms. */
const ASIDE_MS = 30 * 24 * 3_600_000;
/** Twice as fast as the default level; the file is a tenth larger. */
const LEVEL = 3;
const CHUNK = 256 * 1024;
/** How often the progress is stored, in milliseconds. */
const NOTED_EVERY_MS = 1000;

/** Keeps snapshots as files in a folder of the home. */
export function createSnapshots({ store, folder, room }: Parts): Snapshots {
  const server = store.peers?.name ?? null;
  /** Files that are being written now. */
  const writing = new Set<string>();
  /** Files that the store has named. One that it names no more is of a snapshot that is gone. */
  const named = new Set<string>();
  let isKept = false;

  const sweep = async () => {
    if (isKept) return;
    const before = new Set(named);
    const there = await filesIn(folder);
    const wanted = new Set((await store.read("listSnapshotFiles", null, undefined)).map((id) => snapshotFile({ id })));
    for (const file of wanted) named.add(file);
    for (const name of there) await settle(name, { there, wanted, before });
    for (const file of before) if (!wanted.has(file) && !writing.has(file)) named.delete(file);
  };

  const settle = async (name: string, { there, wanted, before }: Known) => {
    const file = name.endsWith(ASIDE) ? name.slice(0, -ASIDE.length) : name;
    const path = join(folder, file);
    if (writing.has(file)) return;
    if (wanted.has(file)) {
      if (name !== file) await bringBack(path, there.includes(file));
    } else if (before.has(file)) await removeBoth(path);
    else await putAway(name, path);
  };

  /** Does with a file what is done with one that the store has never named. */
  const putAway = async (name: string, path: string) => {
    if (name.endsWith(PART)) await (store.peers ? removeOld(path, OTHERS_PART_MS) : rm(path, { force: true }));
    else if (name.endsWith(ASIDE)) await removeOld(path + ASIDE, ASIDE_MS);
    else await setAside(path);
  };

  const keepDuring = async (work: () => Promise<void>) => {
    isKept = true;
    try {
      await work();
    } finally {
      isKept = false;
      await sweep();
    }
  };

  const take: Work = async (job, { signal, note }) => {
    const { key, id }: { key: number; id: string } = JSON.parse(job.about);
    const file = snapshotFile({ id });
    const most = await store.read("roomForSnapshot", null, { bytes: room.bytes });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    writing.add(partOf(file)).add(file);
    named.add(file);
    try {
      let whole: WholeSnapshot | null = null;
      let last = performance.now();
      async function* bytes() {
        for await (const part of store.stream("readSnapshot", null, { key }, signal)) {
          if (part.note.whole) whole = part.note.whole;
          if (performance.now() - last > NOTED_EVERY_MS) {
            last = performance.now();
            await note({ done: part.note.done, total: part.note.total });
          }
          yield part.bytes;
        }
      }
      const size = await writeWhole(join(folder, partOf(file)), bytes(), most);
      // The snapshot, or its dataset, was deleted before the job began.
      const taken = whole as WholeSnapshot | null; // TypeScript does not see that the loop above sets it
      if (taken === null || signal.aborted) return;
      // Refused if another server takes it by now: the file would be of another moment than the row.
      await note({ done: taken.counts.records, total: taken.counts.records });
      // One of an earlier moment must not come back in its place.
      await rm(join(folder, file + ASIDE), { force: true });
      await rename(join(folder, partOf(file)), join(folder, file));
      await syncFolder(folder);
      await store.write("finishSnapshot", null, { key, ...rowOf(taken, size, server) });
    } finally {
      writing.delete(partOf(file));
      writing.delete(file);
      await sweep();
    }
  };
  return { place: { folder, server }, room, sweep, keepDuring, take };
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const there = await readdir(folder, { withFileTypes: true });
    return there.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    unlessGone(error);
    return [];
  }
}

/** Its time is that of the move, before it has the name by which its time counts. */
async function setAside(path: string): Promise<void> {
  try {
    const now = new Date();
    await utimes(path, now, now);
    await rename(path, path + ASIDE);
  } catch (error) {
    unlessGone(error);
  }
}

/** In this order, so that one which another server sets aside meanwhile goes too. */
async function removeBoth(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(path + ASIDE, { force: true });
}

/** One beside a file that has the name is of no use, and goes when its time is over. */
async function bringBack(path: string, isThere: boolean): Promise<void> {
  if (isThere) await removeOld(path + ASIDE, ASIDE_MS);
  else await rename(path + ASIDE, path).catch(unlessGone);
}

/** Removes the file if its time is `ms` ago or more. */
async function removeOld(path: string, ms: number): Promise<void> {
  const found = await stat(path).catch(unlessGone);
  if (found && Date.now() - found.mtimeMs >= ms) await rm(path, { force: true });
}

/** Other servers may have the folder: one of them may have moved or removed a file first. */
function unlessGone(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

function rowOf(whole: WholeSnapshot, bytes: number, server: string | null) {
  const { content, counts, position, takenAt, facts } = whole;
  const { hash, ...digests } = content;
  return {
    taken: { ...counts, bytes, position, hash, taken_at: takenAt },
    digests: JSON.stringify(digests),
    facts: JSON.stringify({ ...facts, ...(server !== null && { server }) }),
  };
}

/** Writes and packs the file. One that does not become whole leaves nothing. Returns its size. */
async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<number> {
  const handle = await open(path, "w", PRIVATE);
  let size = 0;
  try {
    await pipeline(bytes, createGzip({ level: LEVEL, chunkSize: CHUNK }), async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) {
        size += chunk.length;
        if (size > most) throw new Error("All snapshots together would have more bytes than the server may keep.");
        await handle.appendFile(chunk);
      }
    });
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "") ? new Error(`${DISK_FULL}.`) : error;
  } finally {
    await handle.close();
  }
  return size;
}

/** The name of a new file is on the disk only after this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error ? String(error.code) : null;
