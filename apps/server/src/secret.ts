import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { openRights, writeWhole } from "./own-files.ts";
import { StartFailure } from "./start-failure.ts";

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
