import { onSessionChange } from "../session/store.ts";
import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../storage.ts";
import { forgetInPage } from "./kept-for-datasets.ts";
import { BULK, FORMS, KEPT, RULES } from "./kept-values.ts";
import { openKeptWork } from "./kept-work.ts";
import { withoutDatabase } from "./without-database.ts";

export type Person = { readonly id: string; readonly username: string };

const PERSON = "postil:person";

/**
 * Stores who works here until they sign out. If an account is deleted while its user has no page open, the token no longer
 * tells whose it was. The user's work is still stored here.
 */
export function notePerson({ id, username }: Person): void {
  writeStoredObject(PERSON, { id, username });
  const stop = onSessionChange((session) => {
    if (session.status !== "anonymous") return;
    stop();
    if (!session.ended) localStorage.removeItem(PERSON);
  });
}

/** The last user who worked here and has not signed out. */
export function personHere(): Person | null {
  const { id, username } = readStoredObject(PERSON) ?? {};
  return typeof id === "string" && typeof username === "string" ? { id, username } : null;
}

/** Deleted accounts with work that may be stored here. Nobody can sign in to these accounts to see the work. */
export function removedAccounts(): readonly Person[] {
  return Object.entries(readStoredObject(STORAGE_KEYS.removedAccounts) ?? {}).flatMap(([id, username]) =>
    typeof username === "string" ? [{ id, username }] : [],
  );
}

export function noteRemoved({ id, username }: Person): void {
  writeStoredObject(STORAGE_KEYS.removedAccounts, {
    ...readStoredObject(STORAGE_KEYS.removedAccounts),
    [id]: username,
  });
}

export async function forgetRemoved(id: string): Promise<void> {
  await forgetWork(id);
  const { [id]: _forgotten, ...rest } = readStoredObject(STORAGE_KEYS.removedAccounts) ?? {};
  if (Object.keys(rest).length > 0) writeStoredObject(STORAGE_KEYS.removedAccounts, rest);
  else localStorage.removeItem(STORAGE_KEYS.removedAccounts);
}

/** Removes all stored work of a user: "Forget my work on this device" (design/device.md#work). */
export async function forgetWork(userId: string): Promise<void> {
  const forDatasets = [RULES, FORMS, BULK] as const;
  for (const name of forDatasets) forgetInPage(name, userId);
  for (const kept of [...KEPT.map(openKeptWork), ...forDatasets.map(withoutDatabase)]) {
    for (const recordId of (await kept.all(userId)).keys()) await kept.change(userId, recordId, () => null);
  }
}
