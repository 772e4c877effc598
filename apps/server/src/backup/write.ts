import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { BackupProgress } from "@postil/domain/accounts/backups";
import { HOME_FILES } from "../own-files.ts";
import { CONFIG_FILE } from "../providers/settings.ts";
import { snapshotFile } from "../storage/snapshots.ts";
import { copyStore, examineCopy } from "../storage/sqlite/copy.ts";
import { VERSION } from "../version.ts";
import { endOf, type Manifest, readAll, readManifest } from "./file.ts";

export type BackupTask = {
  /** No people wait for the disk, so the copy does not rest. */
  readonly alone?: boolean;
  readonly id: string;
  readonly home: string;
  /** The file that is written; it gets its name when it is whole. */
  readonly part: string;
};
export type FromBackup =
  | { readonly kind: "progress"; readonly progress: BackupProgress }
  | { readonly kind: "done"; readonly bytes: number }
  | { readonly kind: "failed"; readonly why: string };

/** Writes a backup, puts it on the disk, and reads it again as a restoration does. */
export async function writeBackup(
  { id, home, part, alone = false }: BackupTask,
  told: (progress: BackupProgress) => void,
): Promise<number> {
  const store = join(home, HOME_FILES.store);
  await (await open(part, "wx", 0o600)).close();
  const stored = statSync(store).size;
  const taken_at = new Date().toISOString();
  const copying = (done: number) => told({ done, total: stored, verifying: false });
  const { snapshots, ...copied } = await copyStore(store, part, copying, !alone);
  const files: Manifest["files"][number][] = [await entryOf(part, HOME_FILES.store)];
  const handle = await open(part, "a");
  try {
    const others = [HOME_FILES.secret, HOME_FILES.pseudonyms, CONFIG_FILE];
    for (const name of [...others, ...snapshots.map((snapshot) => `snapshots/${snapshotFile({ id: snapshot })}`)])
      if (existsSync(join(home, name)))
        files.push(await entryOf(join(home, name), name, (chunk) => handle.appendFile(chunk)));
    await handle.appendFile(endOf({ id, postil: VERSION, ...copied, taken_at, files }));
    await handle.sync();
  } finally {
    await handle.close();
  }
  const { fault, counts, schema } = examineCopy(part);
  if (fault !== null) throw new Error(`the copy of the store is damaged (${fault}); is the store itself?`);
  if (JSON.stringify([schema, counts]) !== JSON.stringify([copied.schema, copied.counts]))
    throw new Error("the copy does not hold what the store held");
  const manifest = await readManifest(part);
  const { size: bytes } = statSync(part);
  await readAll(part, manifest, (done) => told({ done, total: bytes, verifying: true }));
  return bytes;
}

/** The file's length and hash; `take` gets its parts. */
async function entryOf(path: string, name: string, take?: (chunk: Buffer) => Promise<unknown>) {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    hash.update(chunk);
    bytes += chunk.length;
    await take?.(chunk);
  }
  return { name, bytes, sha256: hash.digest("hex") };
}
