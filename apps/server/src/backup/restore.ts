import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { HOME_FILES, MOVED_NOTE, writeWhole } from "../own-files.ts";
import { CONFIG_FILE } from "../providers/settings.ts";
import { type Manifest, readAll } from "./file.ts";

/**
 * A restoration into a home, whose lock is held. All is written into a folder of the home and put on the disk. The rename of that
 * folder decides: before it the home is the old one, and after it each opening of the home finishes the moves. The home itself is
 * not renamed, because it may be a mounted disk.
 */
const STAGES = { written: "restoring.part", decided: "restoring", moved: "restored" } as const;

/** What goes out of the way: the data, and what is about that data alone. */
const OUT = [
  ...[HOME_FILES.store, `${HOME_FILES.store}-wal`, `${HOME_FILES.store}-shm`, HOME_FILES.secret, HOME_FILES.pseudonyms],
  ...[CONFIG_FILE, "snapshots", "importing", "migrations", MOVED_NOTE],
];

const NOTE = "restored.json";
/** For the first start after a restoration. */
const Note = z.object({
  file: z.string(),
  taken_at: z.iso.datetime(),
  restored_at: z.iso.datetime(),
  /** The folder of the home that keeps what was there. */
  before: z.string(),
});
type Note = z.output<typeof Note>;

/** Fails with a StartFailure for a damaged file, and then changes nothing. Returns the folder that has the earlier data, or null. */
export async function restoreInto(
  home: string,
  file: string,
  manifest: Manifest,
  told: (bytes: number) => void,
): Promise<string | null> {
  const stage = join(home, STAGES.written);
  rmSync(stage, { recursive: true, force: true });
  try {
    mkdirSync(stage, { mode: 0o700 });
    await readAll(file, manifest, told, async (name) => {
      mkdirSync(dirname(join(stage, name)), { recursive: true, mode: 0o700 });
      const handle = await open(join(stage, name), "wx", 0o600);
      return {
        write: (part) => handle.appendFile(part),
        end: () => handle.sync().finally(() => handle.close()),
      };
    });
    const restored_at = new Date().toISOString();
    const before = `before-restore-${restored_at.replaceAll(/[:.]/g, "-")}`;
    const note: Note = { file, taken_at: manifest.taken_at, restored_at, before };
    writeWhole(join(stage, NOTE), JSON.stringify(note));
    for (const folder of [join(stage, "snapshots"), stage]) if (existsSync(folder)) syncFolder(folder);
    renameSync(stage, join(home, STAGES.decided));
    syncFolder(home);
    finishRestoration(home);
    return existsSync(join(home, before)) ? join(home, before) : null;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Finishes a restoration that was decided, whatever ended the process that began it. Each step may be repeated. */
export function finishRestoration(home: string): void {
  const [decided, moved] = [join(home, STAGES.decided), join(home, STAGES.moved)];
  if (existsSync(decided)) {
    const aside = join(home, readNote(decided).before);
    for (const name of OUT) {
      if (!existsSync(join(home, name))) continue;
      mkdirSync(aside, { recursive: true, mode: 0o700 });
      renameSync(join(home, name), join(aside, name));
    }
    if (existsSync(aside)) syncFolder(aside);
    renameSync(decided, moved);
    syncFolder(home);
  }
  if (!existsSync(moved)) return;
  for (const name of readdirSync(moved)) renameSync(join(moved, name), join(home, name));
  rmdirSync(moved);
  syncFolder(home);
  for (const name of namesOf(home, /^before-restore-/).slice(RESTORATIONS_KEPT))
    rmSync(join(home, name), { recursive: true });
}

/** So many folders of what restorations have put out of the way stay, the newest. Older ones go when a restoration is whole (BAK-13). */
const RESTORATIONS_KEPT = 5;

/** What is in a home and has a time in its name, the newest first. */
export const namesOf = (home: string, pattern: RegExp): string[] =>
  readdirSync(home)
    .filter((name) => pattern.test(name))
    .toSorted()
    .toReversed();

const readNote = (folder: string): Note => Note.parse(JSON.parse(readFileSync(join(folder, NOTE), "utf8")));

/** The restoration that no start has noted yet; null if there is none. */
export const unnotedRestoration = (home: string): Note | null => (existsSync(join(home, NOTE)) ? readNote(home) : null);

export const forgetRestoration = (home: string): void => rmSync(join(home, NOTE), { force: true });

/** The names in a folder are on the disk only after this. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
