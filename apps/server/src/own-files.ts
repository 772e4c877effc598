import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { StartFailure } from "./start-failure.ts";

/** The files of a home that hold what cannot be made again. */
export const HOME_FILES = { store: "postil.db", secret: "secret", pseudonyms: "pseudonyms" } as const;

/** In a home whose data was moved to a database: where to, and when. What is still in the home is an old copy (PGS-51). */
export const MOVED_NOTE = "moved-to-database";

/** The store as it is written anew, until it has the name of the store. */
export const rewritingOf = (store: string): string => `${store}.compacting`;

/** Removes what a killed rewriting has left. */
export function forgetRewriting(home: string): void {
  const part = rewritingOf(join(home, HOME_FILES.store));
  for (const file of [part, `${part}-journal`]) rmSync(file, { force: true });
}

/** Whether a path is that of a folder or leads into it. Both begin at the root. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const OTHERS = 0o077;

/** The rights of a file or folder that is open to users other than its owner, as `chmod` writes them; null if it is not. */
export function openRights(path: string): string | null {
  // Permission bits have no meaning on Windows.
  if (process.platform === "win32") return null;
  const rights = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (rights & OTHERS) === 0 ? null : rights.toString(8);
}

const ONLY_MINE = 0o600;

/** Writes the whole file or nothing. The data is on the disk before this returns, and only the owner may read it. */
export function writeWhole(file: string, text: string): void {
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

/** A shorter secret is unsafe: tokens signed with it can be forged. Unit: characters. */
export const SECRET_MIN = 32;

/** What a secret does, and what becomes of it when a new one is made. */
export type SecretUse = { readonly does: string; readonly lost: string };

/** Reads the secret from this file, or creates a new one. */
export function keptSecret(file: string, use: SecretUse): string {
  const kept = readSecret(file, use);
  if (kept !== null) return kept;
  const made = randomBytes(48).toString("base64url");
  writeWhole(file, made);
  return made;
}

/** Null if there is no such file. */
export function readSecret(file: string, use: SecretUse): string | null {
  try {
    refuseOpen(file, use);
    return longEnough(file, readFileSync(file, "utf8").trim(), use);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function refuseOpen(file: string, { does, lost }: SecretUse): void {
  const rights = openRights(file);
  if (rights === null) return;
  throw new StartFailure(
    `${file} ${does} and others than its owner may use it (its rights are ${rights}). ` +
      `Close it with \`chmod 600\`; if somebody may have read it, delete it: a new one is made, and ${lost}.`,
  );
}

function longEnough(file: string, secret: string, { does, lost }: SecretUse): string {
  if (secret.length >= SECRET_MIN) return secret;
  throw new StartFailure(
    `${file} ${does} and holds ${secret.length} characters; at least ${SECRET_MIN} are needed. ` +
      `Delete it: a new one is made, and ${lost}.`,
  );
}
