import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { StartFailure } from "./start-failure.ts";

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

/** Reads the secret from this file, or creates a new one. A person who knows the secret can sign in as any user. */
export function keptSecret(file: string): string {
  const kept = readSecret(file);
  if (kept !== null) return kept;
  const made = randomBytes(48).toString("base64url");
  writeWhole(file, made);
  return made;
}

function readSecret(file: string): string | null {
  try {
    refuseOpen(file);
    return longEnough(file, readFileSync(file, "utf8").trim());
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function refuseOpen(file: string): void {
  const rights = openRights(file);
  if (rights === null) return;
  throw new StartFailure(
    `${file} signs the tokens and others than its owner may use it (its rights are ${rights}). ` +
      `Close it with \`chmod 600\`; if somebody may have read it, delete it: a new one is made, and everybody signs in again.`,
  );
}

function longEnough(file: string, secret: string): string {
  if (secret.length >= SECRET_MIN) return secret;
  throw new StartFailure(
    `${file} signs the tokens and holds ${secret.length} characters; at least ${SECRET_MIN} are needed. ` +
      "Delete it: a new one is made, and everybody signs in again.",
  );
}
