import { onSessionChange } from "../session/store.ts";
import { readStoredObject, STORAGE_KEYS, writeStored } from "../storage.ts";
import { KEPT_FOR_DATASETS, keptRows } from "./kept-values.ts";
import { KEPT, openKeptWork } from "./kept-work.ts";

export type Person = { readonly id: string; readonly username: string };

const PERSON = "postil:person";

/**
 * Stores who works here until they sign out. If an account is deleted while its user has no page open, the token no longer
 * tells whose it was. The user's work is still stored here.
 */
export function notePerson({ id, username }: Person): void {
  writeStored(PERSON, { id, username });
  const stop = onSessionChange((session) => {
    if (session.status !== "anonymous") return;
    stop();
    if (!session.ended) writeStored(PERSON, null);
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
  writeStored(STORAGE_KEYS.removedAccounts, {
    ...readStoredObject(STORAGE_KEYS.removedAccounts),
    [id]: username,
  });
}

export async function forgetRemoved(id: string): Promise<void> {
  await forgetWork(id);
  const { [id]: _forgotten, ...rest } = readStoredObject(STORAGE_KEYS.removedAccounts) ?? {};
  writeStored(STORAGE_KEYS.removedAccounts, Object.keys(rest).length > 0 ? rest : null);
}

/** Removes all stored work of a user: "Forget my work on this device" (design/device.md#work). */
export async function forgetWork(userId: string): Promise<void> {
  for (const kept of KEPT.map(openKeptWork))
    for (const recordId of (await kept.all(userId)).keys()) await kept.change(userId, recordId, () => null);
  for (const kept of KEPT_FOR_DATASETS.map(keptRows))
    for (const datasetId of kept.ids(userId)) kept.keep(userId, datasetId, null);
}
