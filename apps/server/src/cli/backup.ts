import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve, sep } from "node:path";
import { type CompactionPlan, compactStopped } from "../backup/compact.ts";
import { isDump, readDump } from "../backup/dump.ts";
import { type Manifest, readAll, readManifest, refuseNewer } from "../backup/file.ts";
import { restoreInto } from "../backup/restore.ts";
import { checkUpgrade, inMb } from "../backup/upgrade.ts";
import { DUMPED } from "../config.ts";
import { HomeHeld, isNewHome, openHome } from "../home.ts";
import { counted } from "../import/row.ts";
import { reasonOf, StartFailure } from "../start-failure.ts";
import { VERSION } from "../version.ts";
import { type Command, readArguments, type Surroundings, table } from "./command.ts";
import { progressBar } from "./progress.ts";
import { printFromServer, settingsOrFail } from "./with-server.ts";

export const BACKUP_USAGE = `postil backup FILE [--force]       keeps all data in one file, while the server serves; in a folder, under a name with the time
postil restore FILE [--into HOME] [--force]
                                   puts the data of a backup into a home; --force: also if data is there, which is kept beside it
postil restore FILE --check        only compares a backup with what it says of itself; also reads what pg_dump has made of a database
postil compact [--check]           gives the room of what was deleted back to the disk, while the server serves; --check only says how much`;

/** How often the command asks how far the backup is, ms. */
const ASKED_MS = { first: 20, most: 500 } as const;
const MB = 1_000_000;

/** `postil backup`: the server makes it, so that two at a time are refused and owners are told of it. */
export const backup: Command = async (args, around) => {
  const { values, words } = readArguments(args, "force", ["FILE"], BACKUP_USAGE);
  const { home, databaseUrl } = settingsOrFail(around);
  if (databaseUrl !== null) throw new StartFailure(`${DUMPED}.`);
  if (isNewHome(home))
    throw new StartFailure(`${home} has no data: there is nothing to back up. POSTIL_HOME names another.`);
  return printFromServer(around, async ({ call }) => {
    const path = resolve(words[0]) + (words[0].endsWith(sep) ? sep : "");
    const { id } = await call("makeBackup", { body: { path, force: values.force ?? false } });
    const bar = progressBar(0, "MB");
    try {
      for (let wait: number = ASKED_MS.first; ; wait = Math.min(ASKED_MS.most, 2 * wait)) {
        const { running, last, failed } = (await call("getServerState", {})).backups;
        if (last?.id === id)
          return `Made the backup ${last.file} (${inMb(last.bytes)}), with all that was saved until ${last.at} UTC.`;
        if (failed?.id === id)
          throw new StartFailure(`The backup to ${failed.file} failed: ${failed.why}. Nothing is left of it.`);
        if (running?.id !== id)
          throw new StartFailure("The server knows nothing of this backup any more; make another.");
        bar.setTotal(Math.round(running.total / MB));
        bar.update(Math.round(running.done / MB));
        await new Promise((done) => setTimeout(done, wait));
      }
    } finally {
      bar.stop();
    }
  });
};

/** `postil compact`: in parts through the server that has the home open; without one the file is written anew. */
export const compact: Command = async (args, around) => {
  const { values } = readArguments(args, "check", [], BACKUP_USAGE);
  const { home, databaseUrl } = settingsOrFail(around);
  if (databaseUrl !== null)
    throw new StartFailure(
      "The data is in a PostgreSQL server, which gives room back by itself: see VACUUM in its manual.",
    );
  if (isNewHome(home)) throw new StartFailure(`${home} has no data. POSTIL_HOME names another home.`);
  const opened = openUnlessServed(home);
  if (opened === null) return compactBeside(around, values.check ?? false);
  try {
    const done = await compactStopped(home, values.check ?? false, (plan) => around.print(planText(plan)));
    if (done !== null) around.print(doneText(done));
    return 0;
  } catch (error) {
    const why = reasonOf(error);
    throw why === null ? error : new StartFailure(`${home} cannot be compacted: ${why}. Nothing was changed.`);
  } finally {
    opened.release();
  }
};

/** Null: a server has the home open. */
function openUnlessServed(home: string): ReturnType<typeof openHome> | null {
  try {
    return openHome(home);
  } catch (error) {
    if (error instanceof HomeHeld && error.holder !== null) return null;
    throw error;
  }
}

const compactBeside = (around: Surroundings, check: boolean): Promise<number> =>
  printFromServer(around, async ({ call }) => {
    const before = await call("getStoreFile", {});
    around.print(planText(before));
    if (check) return [];
    const { id } = await call("compactStore", {});
    const bar = progressBar(Math.round(before.free / MB), "MB");
    try {
      for (let wait: number = ASKED_MS.first; ; wait = Math.min(ASKED_MS.most, 2 * wait)) {
        const { bytes, running, last } = await call("getStoreFile", {});
        if (last?.id === id) {
          const done = doneText({ bytes, given: last.given });
          if (last.why === null) return done;
          throw new StartFailure(`${done} Not all of it: ${last.why}.`);
        }
        if (running?.id !== id) throw new StartFailure("The server knows nothing of this compaction any more.");
        bar.update(Math.round(running.done / MB));
        await new Promise((done) => setTimeout(done, wait));
      }
    } finally {
      bar.stop();
    }
  });

const doneText = ({ bytes, given }: { bytes: number; given: number }): string =>
  `The store has ${inMb(bytes)} now: ${inMb(given)} were given back.`;

const planText = ({ bytes, free, needs, room }: CompactionPlan): string =>
  `The store has ${inMb(bytes)}, and ${inMb(free)} of it are free. Giving them back needs ${inMb(needs)} of room on the disk; there are ${inMb(room)}.`;

/** `postil restore`: works without a server, and holds the lock of the home. */
export const restore: Command = async (args, around) => {
  const { values, words } = readArguments(args, "into= force check", ["FILE"], BACKUP_USAGE);
  const file = resolve(words[0]);
  if (await isDump(file)) return checkDump(file, values.check ?? false, around);
  const manifest = await readManifest(file);
  if (values.check) {
    await withBar(manifest, (told) => readAll(file, manifest, told));
    around.print(`${file} is whole: ${whatItIs(manifest)}.`);
    return 0;
  }
  refuseNewer(file, manifest);
  const home = values.into === undefined ? homeWithData(around) : resolve(values.into);
  const isNew = !existsSync(home);
  const opened = openHome(home);
  let done = false;
  try {
    if (!isNewHome(home) && !values.force)
      throw new StartFailure(
        `${home} has data already. --force restores into it all the same, and keeps that data in a folder there.`,
      );
    const before = await withBar(manifest, (told) => restoreInto(home, file, manifest, told)).catch(
      (error: unknown) => {
        const why = reasonOf(error);
        throw why === null ? error : new StartFailure(`${home} cannot be written: ${why}. Nothing was changed.`);
      },
    );
    done = true;
    around.print(`Restored ${whatItIs(manifest)} into ${home}.`);
    if (before !== null) around.print(`What was there is in ${before}; delete that folder when nobody needs it.`);
    return 0;
  } finally {
    opened.release();
    if (isNew && !done) rmSync(home, { recursive: true });
  }
};

/** What pg_dump has made: it is read here, and brought back by pg_restore. */
async function checkDump(file: string, isCheck: boolean, around: Surroundings): Promise<number> {
  if (!isCheck) throw new StartFailure(`${file} was made by pg_dump. ${BROUGHT_BACK}`);
  const { schema, counts } = await readDump(file);
  around.print(`${file} is whole: a dump of a database of Postil (schema ${schema}: ${amounts(counts)}).`);
  return 0;
}

const BROUGHT_BACK =
  'With the server stopped, pg_restore --clean --if-exists --no-owner --dbname="$POSTIL_DATABASE_URL" FILE brings it back.';

function homeWithData(around: Surroundings): string {
  const { home, databaseUrl } = settingsOrFail(around);
  if (databaseUrl === null) return home;
  throw new StartFailure(
    "POSTIL_DATABASE_URL is set, and a backup of Postil is for an embedded store: --into HOME names one.",
  );
}

const amounts = ({ people, datasets, records, answers }: Manifest["counts"]): string =>
  `${counted(people, "person", "people")}, ${counted(datasets, "dataset")}, ${counted(records, "record")}, ${counted(answers, "answer")}`;

const whatItIs = ({ taken_at, postil, counts }: Manifest): string =>
  `the data of ${taken_at} (Postil ${postil}: ${amounts(counts)})`;

async function withBar<T>({ files }: Manifest, work: (told: (bytes: number) => void) => Promise<T>): Promise<T> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const bar = progressBar(Math.round(total / MB), "MB");
  try {
    return await work((bytes) => bar.update(Math.round(bytes / MB)));
  } finally {
    bar.stop();
  }
}

export const UPGRADE_USAGE = `postil upgrade --check [BACKUP] [--try]
                                   what this version would change in the home or in a backup, and how long it takes; --try: makes the
                                   changes in a copy in the system's folder for such files. Exit code: 0 nothing to change, 2 there are changes, 1 refused`;

/** There is something to change, and it can be changed. */
const CHANGES = 2;

/** `postil upgrade --check`: changes nothing. A start makes the changes. */
export const upgrade: Command = async (args, around) => {
  // The only word that there may be.
  const backup = args.find((arg) => !arg.startsWith("-"));
  const words = args.filter((arg) => arg !== backup);
  const { values } = readArguments(words, "check try", [], UPGRADE_USAGE);
  if (!values.check)
    throw new StartFailure(
      `A start brings the data up to date; --check says what it would change.\n\n${UPGRADE_USAGE}`,
    );
  const path = backup === undefined ? homeOf(around) : resolve(backup);
  const { schema, to, changes, ms, copy } = await checkUpgrade(path, values.try ? tmpdir() : null);
  if (changes.length === 0) {
    around.print(`${path} has the data of this version (Postil ${VERSION}, schema ${to}). Nothing is to be changed.`);
    return 0;
  }
  around.print(`${path} has schema ${schema}; this version (Postil ${VERSION}) has ${to}. Changes:`);
  const rows = changes.map((change) => [
    `  ${change.schema}`,
    change.says,
    change.rows === 0 ? "" : counted(change.rows, "row"),
  ]);
  for (const line of table(rows)) around.print(line);
  around.print(
    values.try
      ? `A try on a copy took ${inSeconds(ms)}.`
      : `They take about ${inSeconds(ms)}. --try measures it on a copy.`,
  );
  if (copy !== null) {
    around.print(
      `Before, a copy of the data is made in the home: ${inMb(copy.needs)}; ${inMb(copy.room)} are free on the disk.`,
    );
    if (copy.room < copy.needs)
      throw new StartFailure(
        "That is too little: a start would be refused. Make room, or make a backup elsewhere and start with POSTIL_UPGRADE_WITHOUT_COPY=1.",
      );
  }
  around.print("Nothing was changed.");
  return CHANGES;
};

function homeOf(around: Surroundings): string {
  const { home, databaseUrl } = settingsOrFail(around);
  if (databaseUrl === null) return home;
  throw new StartFailure(`A start brings the database up to date, and keeps no copy of it. ${DUMPED}.`);
}

const inSeconds = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
};
