import { fork } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, extname, isAbsolute, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BackupProgress,
  type BackupSchedule,
  type Backups as BackupsTold,
  HOUR,
  nextBackupAt,
} from "@postil/domain/accounts/backups";
import { Refusal } from "@postil/domain/refusal";
import { z } from "zod";
import { newId } from "../new-id.ts";
import { isInside, writeWhole } from "../own-files.ts";
import { reasonOf } from "../start-failure.ts";
import { STREAM_LIMITS, watchLog } from "../storage/sqlite/log-watch.ts";
import type { Caller, Store } from "../storage/store.ts";
import { BACKUP_PROGRAM } from "../threads.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import { readManifest } from "./file.ts";
import { syncFolder } from "./restore.ts";
import type { BackupTask, FromBackup } from "./write.ts";

const begun = { id: z.string(), file: z.string(), at: z.number() };
const Made = z.object({ ...begun, bytes: z.number(), ms: z.number() });
const Began = z.object({ ...begun, part: z.string(), scheduled: z.boolean() });
type Began = z.output<typeof Began>;
/**
 * What the server knows of its backups, as a file in the home that no backup holds: it is about this machine. `kept`: those of the
 * schedule and of owners in the page, the oldest first; no other file is ever removed. `began`: the one that is being made. Times are epoch milliseconds.
 */
const Known = z.object({
  last: Made.nullable(),
  failed: Began.omit({ part: true }).extend({ why: z.string() }).nullable(),
  kept: z.array(Made.extend({ pressed: z.boolean().default(false) })),
  began: Began.nullable(),
});
type Known = z.output<typeof Known>;
const NOTHING: Known = { last: null, failed: null, kept: [], began: null };
const FILE = "backups.json";

type Wish = {
  /** A file, or a folder that gets a file whose name has the time. Null: the folder of the schedule. */
  readonly path: string | null;
  /** Writes over a file that is there. */
  readonly force: boolean;
};

export type Backups = {
  state(): BackupsTold;
  /** Begins a backup, and returns its id. Refuses what cannot work, also a second one at the same time. */
  make(wish: Wish, by: Caller | null): string;
  /** Makes the backup that is due, if there is one; for the timer and for tests with another clock. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

export type BackupsParts = {
  readonly store: Pick<Store<Reads, Writes>, "write">;
  readonly home: string;
  readonly schedule: BackupSchedule | null;
  /** The folder of backups that have no path of their own; null: there is none. */
  readonly folder: string | null;
  /** Why this server makes none. */
  readonly refusal?: string | null;
  /** Keeps the files of snapshots that are deleted meanwhile. */
  readonly keepSnapshots: (work: () => Promise<void>) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
};

type How = "schedule" | "page" | "command";

/** So many of the backups that owners made from the page stay, the newest, beside those of the schedule (BAK-14). */
const PRESSED_KEPT = 3;

/** How often the server looks whether a backup is due, ms. */
const LOOKED_EVERY = 30_000;

/** Makes backups, one at a time, each in a process of its own, and keeps as many as the schedule says (BAK-01 to BAK-03, BAK-06, BAK-07). */
export function createBackups(parts: BackupsParts): Backups {
  const { store, home, schedule, folder, keepSnapshots, now = () => Date.now() * 1000 } = parts;
  // The log is made after the services.
  const onError = (error: unknown) => void setImmediate(() => parts.onError(error));
  let known = readKnown(home, onError);
  let progress: BackupProgress = { done: 0, total: 0, verifying: false };
  let ended: Promise<void> = Promise.resolve();
  let end: ((why: Error) => void) | null = null;
  let stopped = false;

  const keep = (changed: Partial<Known>) => {
    known = { ...known, ...changed };
    try {
      writeWhole(join(home, FILE), JSON.stringify(known));
    } catch (error) {
      // On a full disk the server knows it until its end.
      onError(error);
    }
  };
  const fail = ({ part, ...began }: Began, why: string) => {
    removePart(part);
    keep({ began: null, failed: { ...began, at: now(), why } });
    onError(new Error(`The backup to ${began.file} failed: ${why}`));
  };
  if (known.began) fail(known.began, "the server ended before it was whole");

  const write = async (began: Began, by: Caller | null, how: How): Promise<void> => {
    const { id, file, at, part, scheduled } = began;
    const started = performance.now();
    try {
      const bytes = await runProcess({ id, home, part });
      await rename(part, file);
      syncFolder(dirname(file));
      const made = { id, file, at, bytes, ms: Math.round(performance.now() - started) };
      keep({
        began: null,
        last: made,
        failed: scheduled || known.failed?.scheduled === false ? null : known.failed,
        kept: how === "command" ? known.kept : [...known.kept, { ...made, pressed: how === "page" }],
      });
      await store
        .write("noteBackup", by, {
          kind: "backup_made",
          told: { file, bytes, how },
        })
        .catch(onError);
      if (how !== "command") await removeOld();
    } catch (error) {
      if (stopped) {
        removePart(part);
        keep({ began: null });
      } else fail(began, reasonOf(error) ?? (error instanceof Error ? error.message : String(error)));
    }
  };

  const runProcess = async (task: BackupTask): Promise<number> => {
    const child = fork(fileURLToPath(BACKUP_PROGRAM), [], {
      env: {},
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const over = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const unwatch = watchLog(
      join(home, "postil.db"),
      STREAM_LIMITS,
      () => 0,
      (why) => end?.(why),
    );
    try {
      return await new Promise((resolve, reject) => {
        end = reject;
        child.on("message", (message: FromBackup) => {
          if (message.kind === "progress") progress = message.progress;
          else if (message.kind === "failed") reject(new Error(message.why));
          else resolve(message.bytes);
        });
        child.once("error", reject);
        child.once("exit", (code, signal) => reject(new Error(`its process ended (${signal ?? code})`)));
        child.send(task);
      });
    } finally {
      end = null;
      unwatch();
      child.kill("SIGKILL");
      await over;
    }
  };

  /** Only after a new one was verified, and only files that are still those this server wrote. */
  const removeOld = async () => {
    const isPressed = ({ pressed }: { readonly pressed: boolean }) => pressed;
    const ofSchedule = known.kept.filter((made) => !isPressed(made));
    const kept = new Set([
      ...ofSchedule.slice(-(schedule?.keep ?? ofSchedule.length)),
      ...known.kept.filter(isPressed).slice(-PRESSED_KEPT),
    ]);
    for (const old of known.kept) {
      if (kept.has(old)) continue;
      try {
        if (existsSync(old.file) && (await readManifest(old.file)).id === old.id) await rm(old.file);
      } catch (error) {
        onError(error);
      }
    }
    keep({ kept: known.kept.filter((made) => kept.has(made)) });
  };

  const begin = (wish: Wish, scheduled: boolean, by: Caller | null = null): Began => {
    if (known.began)
      throw new Refusal(
        "conflict",
        `A backup to ${known.began.file} is being made; one at a time. Try again when it has ended`,
      );
    const file = targetOf(wish, home, folder);
    const id = newId();
    const began = { id, file, at: now(), part: `${file}.${id.slice(0, 8)}.part`, scheduled };
    progress = { done: 0, total: 0, verifying: false };
    keep({ began });
    ended = keepSnapshots(() => write(began, by, scheduled ? "schedule" : wish.path === null ? "page" : "command"));
    return began;
  };

  const next = (by: BackupSchedule) =>
    nextBackupAt(
      by,
      {
        made: known.kept.findLast(({ pressed }) => !pressed)?.at ?? null,
        failed: known.failed?.scheduled ? known.failed.at : null,
      },
      now(),
    );
  const look = async () => {
    if (stopped || known.began || schedule === null || next(schedule) > now()) return;
    try {
      begin({ path: null, force: false }, true);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const failed = { id: newId(), file: schedule.folder, at: now(), scheduled: true, why: error.message };
      keep({ failed });
      onError(new Error(`The backup to ${schedule.folder} failed: ${error.message}`));
    }
    await ended;
  };
  const timer = schedule && setInterval(() => void look().catch(onError), LOOKED_EVERY).unref();
  if (schedule) setImmediate(() => void look().catch(onError));

  return {
    state: () => ({
      elsewhere: (parts.refusal ?? null) !== null,
      folder,
      last: known.last,
      failed: known.failed,
      running: known.began && { ...known.began, ...progress },
      schedule: schedule && {
        folder: schedule.folder,
        keep: schedule.keep,
        everyHours: schedule.every / HOUR,
        nextAt: next(schedule),
      },
    }),
    make: (wish, by) => {
      if (parts.refusal) throw new Refusal("unprocessable", parts.refusal);
      return begin(wish, false, by).id;
    },
    look,
    stop: async () => {
      stopped = true;
      if (timer) clearInterval(timer);
      end?.(new Error("the server was stopped"));
      await ended;
    },
  };
}

function readKnown(home: string, onError: (error: unknown) => void): Known {
  const file = join(home, FILE);
  try {
    return existsSync(file) ? Known.parse(JSON.parse(readFileSync(file, "utf8"))) : NOTHING;
  } catch (error) {
    onError(error);
    return NOTHING;
  }
}

/** The engine keeps a journal beside a copy until the copy is whole. */
function removePart(part: string): void {
  for (const file of [part, `${part}-journal`]) rmSync(file, { force: true });
}

/** The file that is written. Refuses what cannot work, before anything is written. */
function targetOf({ path, force }: Wish, home: string, folderOfServer: string | null): string {
  const refuse = (why: string) => new Refusal("unprocessable", why);
  const wanted = path ?? folderOfServer;
  if (wanted === null) throw refuse("This server has no folder for backups; POSTIL_BACKUP_FOLDER names one");
  if (!isAbsolute(wanted) || wanted.includes("\0"))
    throw refuse(`The path of a backup begins at the root; "${wanted}" does not`);
  const there = statSync(wanted, { throwIfNoEntry: false });
  const isFolder = there?.isDirectory() ?? path === null;
  const file = isFolder ? join(wanted, `postil-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.backup`) : wanted;
  if (isInside(home, file))
    throw refuse(
      `${file} is in the home folder ${home}: what happens to one happens to both. Choose a folder elsewhere`,
    );
  // A folder that is missing may be a disk that is not mounted, so none is made.
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw refuse(`There is no folder ${folder}`);
  if (there === undefined && path !== null && (path.endsWith(sep) || extname(path) === ""))
    throw refuse(
      `There is no folder ${path}; if it is on another disk, that is not mounted. The name of a file has an ending, such as .backup`,
    );
  if (there && !isFolder && !there.isFile()) throw refuse(`${file} is no file`);
  if (there?.isFile() && !force) throw refuse(`${file} is there already. --force writes over it`);
  return file;
}
