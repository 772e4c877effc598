import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { finishRestoration } from "./backup/restore.ts";
import {
  forgetRewriting,
  HOME_FILES,
  keptSecret,
  openRights,
  readSecret,
  type SecretUse,
  writeWhole,
} from "./own-files.ts";
import { CONFIG_FILE } from "./providers/settings.ts";
import { reasonOf, StartFailure } from "./start-failure.ts";

/** The process that has the home open. `key` is for the command line and is valid while that process runs. */
export type Holder = {
  readonly pid: number;
  readonly address: string;
  /** The public address. */
  readonly publicly: string;
  readonly key: string;
};

export type Home = {
  readonly databaseFile: string;
  /** Warnings for the operator, one sentence each. */
  readonly warnings: readonly string[];
  /** The key that signs tokens. It is created at the first start and kept in a file that only its owner may read. */
  secret(): string;
  /** The secret of pseudonyms in exports, kept in the same way (EXS-10). */
  pseudonymSecret(): string;
  /** The secrets that the home has; none is created. */
  keptSecrets(): HomeSecrets;
  /** A file that the operator put there; null if there is none. */
  file(name: string): { readonly path: string; readonly content: string } | null;
  /**
   * Writes down who holds the home, for the command line and for the error message of a second process. Returns false if the
   * disk has no room for it; the server can run without it.
   */
  announce(holder: Holder): boolean;
  release(): void;
};

/** Another process has the home open; `holder` is null while that process is starting or stopping. */
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

/** Whoever knows this secret can sign in as any user. */
const TOKENS: SecretUse = { does: "signs the tokens", lost: "everybody signs in again" };
/** Whoever knows this one can find out whose pseudonym it is. */
const PSEUDONYMS: SecretUse = {
  does: "makes the pseudonyms",
  lost: "pseudonyms in later exports are others than in earlier ones",
};

/** Null: the home has none. */
export type HomeSecrets = { readonly tokens: string | null; readonly pseudonyms: string | null };
const SECRET_FILES = { tokens: HOME_FILES.secret, pseudonyms: HOME_FILES.pseudonyms } as const;

/** The secrets of a home that this process has open. */
export const keptSecretsIn = (path: string): HomeSecrets =>
  mustWork(path, () => ({
    tokens: readSecret(join(path, SECRET_FILES.tokens), TOKENS),
    pseudonyms: readSecret(join(path, SECRET_FILES.pseudonyms), PSEUDONYMS),
  }));

/** Gives a secret to a home that this process has open, in place of the one that it may have. */
export const putSecretInto = (path: string, name: keyof HomeSecrets, value: string): void =>
  mustWork(path, () => writeWhole(join(path, SECRET_FILES[name]), value));

const HOLDER_FILE = "server.json";

/** The workspace that the first start creates beside the owner. */
export const FIRST_WORKSPACE = "default";

/** True if no data was ever kept there: the first start creates an owner and a workspace. */
export const isNewHome = (path: string): boolean => !existsSync(join(path, HOME_FILES.store));

const Holder = z.object({ pid: z.number(), address: z.string(), publicly: z.string(), key: z.string() });

/**
 * Opens the folder of all data and locks out every other process, or fails with a {@link HomeHeld}.
 *
 * The operating system holds the lock for this process (SQLite's lock, on an empty file of its own). The lock ends with the
 * process, however it ends: there are no stale locks, and a reused process id does no harm.
 */
export function openHome(path: string): Home {
  const lock = mustWork(path, () => {
    // The files hold keys and password hashes, so only their owner may read them, whatever the rights of the folder.
    process.umask(0o077);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // The engine would say only that it cannot open the file, and not that the disk is read-only.
    closeSync(openSync(join(path, "lock"), "a"));
    return takeLock(join(path, "lock"));
  });
  if (!lock) throw new HomeHeld(path, readHolder(path));
  mustWork(path, () => {
    finishRestoration(path);
    forgetRewriting(path);
  });
  const holderFile = join(path, HOLDER_FILE);
  const databaseFile = join(path, HOME_FILES.store);
  const configFile = join(path, CONFIG_FILE);
  return {
    databaseFile,
    warnings: [
      warningOf(path, 700),
      warningOf(databaseFile, 600),
      warningOf(configFile, 600, "the providers' secrets lie"),
    ].filter((warning) => warning !== null),
    secret: () => mustWork(path, () => keptSecret(join(path, SECRET_FILES.tokens), TOKENS)),
    pseudonymSecret: () => mustWork(path, () => keptSecret(join(path, SECRET_FILES.pseudonyms), PSEUDONYMS)),
    keptSecrets: () => keptSecretsIn(path),
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

/** New files are private. An older folder or a copied database may be open to others. */
function warningOf(path: string, closed: number, what = "every API key lies"): string | null {
  const rights = openRights(path);
  return rights === null
    ? null
    : `Others than its owner may use ${path} (its rights are ${rights}), and ${what} there. Close it with \`chmod ${closed}\`.`;
}

function takeLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written, so no journal file is needed.
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

/** Reads what the holder wrote down; a killed process leaves its note behind. */
export function readHolder(path: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(join(path, HOLDER_FILE), "utf8")));
  } catch {
    // The note is missing or incomplete: the holder is just starting.
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
