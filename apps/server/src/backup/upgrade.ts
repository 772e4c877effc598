import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../new-id.ts";
import { HOME_FILES } from "../own-files.ts";
import { reasonOf, StartFailure } from "../start-failure.ts";
import { SCHEMA, schemaIn } from "../storage/sqlite/copy.ts";
import type { UpgradePlan } from "../storage/sqlite/upgrade-plan.ts";
import { VERSION } from "../version.ts";
import { type Manifest, readManifest, refuseNewer } from "./file.ts";
import { namesOf, syncFolder } from "./restore.ts";

/**
 * The copies that starts keep before they bring the data of an earlier version up to date (UPG-01). Each is a backup in the home:
 * a way back to the earlier version, and no protection from the loss of the disk.
 */
const COPIES = /^before-upgrade-.*-schema-(\d+)\.backup$/;

/** So many copies stay: the newest of each schema, and of these the newest. */
const UPGRADES_KEPT = 3;

export const inMb = (bytes: number): string => `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

/** The room on the disk of a folder, in bytes. */
export async function roomOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type Upgrade = {
  readonly home: string;
  /** Somebody has a backup, or no room for a copy. */
  readonly withoutCopy: boolean;
  readonly tell: (line: string) => void;
};

/**
 * Looks at the store before it is opened, with the lock of its home. Keeps a copy of an earlier one, and refuses a newer one with a
 * StartFailure that says what to do.
 */
export async function beforeUpgrade({ home, withoutCopy, tell }: Upgrade): Promise<void> {
  const store = join(home, HOME_FILES.store);
  if (!existsSync(store) || statSync(store).size === 0) return;
  const schema = schemaIn(store);
  if (schema > SCHEMA) throw new StartFailure(await newerText(home, schema));
  if (schema === SCHEMA || schema === 0) return;
  for (const name of namesOf(home, /^before-upgrade-.*\.part(?:-journal)?$/)) rmSync(join(home, name));
  const what = `The data in ${home} is of an earlier version (schema ${schema}) and is brought up to date (${SCHEMA})`;
  if (withoutCopy) return tell(`${what}, without a copy.`);
  const file = join(
    home,
    `before-upgrade-${new Date().toISOString().replaceAll(/[:.]/g, "-")}-schema-${schema}.backup`,
  );
  tell(`${what}. First a copy of it is made: ${file}`);
  const [needs, room] = [sizeOfData(home), await roomOn(home)];
  const refuse = (why: string) =>
    new StartFailure(
      `${what}, but no copy can be kept before: ${why}. Nothing was changed. Mend that, or make a backup elsewhere and start with POSTIL_UPGRADE_WITHOUT_COPY=1.`,
    );
  if (room < needs) throw refuse(`it needs ${inMb(needs)} of room on the disk, and ${inMb(room)} are free`);
  const part = `${file}.part`;
  try {
    const { writeBackup } = await import("./write.ts");
    await writeBackup({ id: newId(), home, part, alone: true }, () => {});
    renameSync(part, file);
    syncFolder(home);
  } catch (error) {
    for (const left of [part, `${part}-journal`]) rmSync(left, { force: true });
    throw refuse(reasonOf(error) ?? (error instanceof Error ? error.message : String(error)));
  }
  forgetOldCopies(home);
}

/** The room that a copy of all data takes. */
function sizeOfData(home: string): number {
  const sizes = [HOME_FILES.store, `${HOME_FILES.store}-wal`, HOME_FILES.secret, HOME_FILES.pseudonyms]
    .map((name) => join(home, name))
    .concat(
      existsSync(join(home, "snapshots"))
        ? namesOf(join(home, "snapshots"), /\.gz$/).map((name) => join(home, "snapshots", name))
        : [],
    );
  return sizes.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

const schemaOfCopy = (name: string): number => Number(COPIES.exec(name)?.[1]);

function forgetOldCopies(home: string): void {
  const all = namesOf(home, COPIES);
  const newest = [...Map.groupBy(all, schemaOfCopy).values()].flatMap(([first]) => first ?? []);
  const kept = new Set(newest.toSorted().toReversed().slice(0, UPGRADES_KEPT));
  for (const name of all) if (!kept.has(name)) rmSync(join(home, name));
}

async function newerText(home: string, schema: number): Promise<string> {
  const copies = await readCopies(home);
  // The version that made a copy is the one that wrote the data after it, unless it was told to make none.
  const made = copies[0]?.manifest.postil ?? VERSION;
  const by = made === VERSION ? "a newer Postil" : `Postil ${made}`;
  const back = copies.find(({ manifest }) => manifest.schema <= SCHEMA);
  const what = `The data in ${home} was written by ${by} (schema ${schema}; this one, ${VERSION}, knows ${SCHEMA}). Install that version or a later one`;
  return back === undefined
    ? `${what}, or restore a backup of an earlier version (docs/operations.md). Nothing was changed.`
    : `${what}. Or go back to the data as it was at ${back.manifest.taken_at}, before it was brought up to date, without what was saved since: postil restore ${back.file} --force. Nothing was changed.`;
}

type UpgradeCheck = UpgradePlan & {
  /** The schema of this version. */
  readonly to: number;
  /** The room that the copy before the changes takes, and that there is; null: of a backup. */
  readonly copy: { readonly needs: number; readonly room: number } | null;
};

/** What a start would change in a home, or in the data of a backup (UPG-03). `tried`: makes the changes in a copy in this folder. */
export async function checkUpgrade(path: string, tried: string | null): Promise<UpgradeCheck> {
  const { planUpgrade, tryUpgrade } = await import("../storage/sqlite/upgrade-plan.ts");
  const isHome = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const store = isHome ? join(path, HOME_FILES.store) : path;
  const manifest = isHome ? null : await readManifest(path);
  if (!existsSync(store)) throw new StartFailure(`${path} has no data: there is nothing to bring up to date.`);
  const schema = schemaIn(store);
  if (manifest) refuseNewer(path, manifest);
  if (schema > SCHEMA) throw new StartFailure(await newerText(path, schema));
  const plan = planUpgrade(store);
  const copy = isHome ? { needs: sizeOfData(path), room: await roomOn(path) } : null;
  if (tried === null || plan.changes.length === 0) return { ...plan, to: SCHEMA, copy };
  const bytes = manifest?.files[0]?.bytes ?? null;
  const [needs, room] = [2 * statSync(store).size, await roomOn(tried)];
  if (room < needs)
    throw new StartFailure(
      `A try needs ${inMb(needs)} of room in ${tried}, and ${inMb(room)} are free. TMPDIR names another folder.`,
    );
  return {
    ...plan,
    ms: await tryUpgrade(store, join(tried, `postil-try-${newId()}.db`), bytes),
    to: SCHEMA,
    copy,
  };
}

/** The copies that are whole, the newest first. */
async function readCopies(home: string): Promise<{ readonly file: string; readonly manifest: Manifest }[]> {
  const found: { readonly file: string; readonly manifest: Manifest }[] = [];
  for (const name of namesOf(home, COPIES)) {
    const file = join(home, name);
    try {
      found.push({ file, manifest: await readManifest(file) });
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      // Somebody has changed the file, so it is no way back.
    }
  }
  return found;
}
