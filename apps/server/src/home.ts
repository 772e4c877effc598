import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { openRights, writeWhole } from "./own-files.ts";
import { CONFIG_FILE } from "./providers/settings.ts";
import { keptSecret } from "./secret.ts";
import { reasonOf, StartFailure } from "./start-failure.ts";

/** Who has the home open. `key` is the one that the command line shows it, good while it runs. */
export type Holder = {
  readonly pid: number;
  readonly address: string;
  /** Where people find it. */
  readonly publicly: string;
  readonly key: string;
};

export type Home = {
  readonly databaseFile: string;
  /** What the operator should know about it, a sentence each. */
  readonly warnings: readonly string[];
  /** The key that signs tokens: made at the first start, kept in a file that only its owner may read. */
  secret(): string;
  /** A file that the operator put there; null when there is none. */
  file(name: string): { readonly path: string; readonly content: string } | null;
  /**
   * Writes down who holds the home, for the message to a second process and for the command line; false where there is no room for
   * that, which nobody else has to wait for.
   */
  announce(holder: Holder): boolean;
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

const HOLDER_FILE = "server.json";
const DATABASE_FILE = "postil.db";

/** What the first start makes beside the owner. */
export const FIRST_WORKSPACE = "default";

/** Whether nothing was ever kept there: the first start makes an owner and a workspace. */
export const isNewHome = (path: string): boolean => !existsSync(join(path, DATABASE_FILE));

const Holder = z.object({ pid: z.number(), address: z.string(), publicly: z.string(), key: z.string() });

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
  const databaseFile = join(path, DATABASE_FILE);
  const configFile = join(path, CONFIG_FILE);
  return {
    databaseFile,
    warnings: [
      warningOf(path, 700),
      warningOf(databaseFile, 600),
      warningOf(configFile, 600, "the providers' secrets lie"),
    ].filter((warning) => warning !== null),
    secret: () => mustWork(path, () => keptSecret(join(path, "secret"))),
    file: (name) => mustWork(path, () => readIfThere(join(path, name))),
    announce: (holder) =>
      mustWork(path, () => {
        try {
          writeWhole(holderFile, JSON.stringify(holder));
          return true;
        } catch (error) {
          if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
          throw error;
        }
      }),
    release: () => {
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

/** What was made here is closed; a folder that was there before, or a store that was copied, may not be. */
function warningOf(path: string, closed: number, what = "every API key lies"): string | null {
  const rights = openRights(path);
  return rights === null
    ? null
    : `Others than its owner may use ${path} (its rights are ${rights}), and ${what} there. Close it with \`chmod ${closed}\`.`;
}

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

function readIfThere(path: string): { readonly path: string; readonly content: string } | null {
  return existsSync(path) ? { path, content: readFileSync(path, "utf8") } : null;
}

/** As the holder wrote it down; one that was killed leaves its note behind. */
export function readHolder(path: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(join(path, HOLDER_FILE), "utf8")));
  } catch {
    // Not written yet, or half of it: the holder is just starting.
    return null;
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
