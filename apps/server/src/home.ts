import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { reasonOf, StartFailure } from "./start-failure.ts";

/** Who has the home open. `owner` is the id of the account that the command line acts for. */
export type Holder = { readonly pid: number; readonly address: string; readonly owner: string | null };

export type Home = {
  readonly databaseFile: string;
  /** The key that signs tokens: made at the first start, kept in a file that only its owner may read. */
  readonly secret: string;
  /** Writes down who holds the home, for the message to a second process and for the command line. */
  announce(holder: Holder): void;
  release(): void;
};

/** Another process has the home open; `holder` is null while that one is just starting or stopping. */
export class HomeHeld extends StartFailure {
  readonly holder: Holder | null;
  constructor(path: string, holder: Holder | null) {
    const who = holder
      ? `process ${holder.pid}, which answers at ${holder.address}`
      : "another process that is just starting or stopping";
    super(`${path} is in use by ${who}. Stop it first, or give this one a folder of its own with POSTIL_HOME.`);
    this.holder = holder;
  }
}

const ONLY_MINE = 0o600;
const HOLDER_FILE = "server.json";
const SECRET_FILE = "secret";

const Holder = z.object({ pid: z.number(), address: z.string(), owner: z.string().nullable() });

/**
 * Opens the folder where all data lies and keeps every other process out of it, or fails with a {@link HomeHeld}.
 *
 * The lock is one that the operating system holds for this process (SQLite's, on an empty file of its own), so it is
 * gone the moment the process is, however that ended: no stale lock can be left, and a pid used again fools nobody.
 */
export function openHome(path: string): Home {
  const lock = mustWork(path, () => {
    // Keys and hashes of passwords lie here: the files are nobody else's business, whatever the folder's rights.
    process.umask(0o077);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return takeLock(join(path, "lock"));
  });
  if (!lock) throw new HomeHeld(path, readHolder(path));
  const holderFile = join(path, HOLDER_FILE);
  return {
    databaseFile: join(path, "postil.db"),
    secret: mustWork(path, () => keptSecret(join(path, SECRET_FILE))),
    announce: (holder) => mustWork(path, () => writeWhole(holderFile, JSON.stringify(holder))),
    release: () => {
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

/** The secret that a running server signs with. */
export const readSecret = (path: string): string =>
  mustWork(path, () => readFileSync(join(path, SECRET_FILE), "utf8").trim());

function takeLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written: no journal need lie beside it.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    const busy = 5;
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return null;
    throw error;
  }
}

function readHolder(path: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(join(path, HOLDER_FILE), "utf8")));
  } catch {
    // Not written yet, or half of it: the holder is just starting.
    return null;
  }
}

function keptSecret(file: string): string {
  try {
    const kept = readFileSync(file, "utf8").trim();
    if (kept !== "") return kept;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const made = randomBytes(48).toString("base64url");
  writeWhole(file, made);
  return made;
}

/** All of the file or none of it, on the disk before this returns; readable by its owner alone. */
function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}`;
  try {
    const handle = openSync(beside, "w", ONLY_MINE);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function mustWork<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    throw new StartFailure(
      `The home folder ${path} cannot be used: ${reason}. Mend that, or choose another with POSTIL_HOME.`,
    );
  }
}
