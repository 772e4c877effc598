import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../storage.ts";
import { forgetWork } from "./forget-work.ts";

/** A user with work stored in this browser. */
export type Person = { readonly id: string; readonly username: string };

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

/** Removes the work of a deleted account and its entry in the list. */
export async function forgetRemoved(id: string): Promise<void> {
  await forgetWork(id);
  const { [id]: _forgotten, ...rest } = readStoredObject(STORAGE_KEYS.removedAccounts) ?? {};
  if (Object.keys(rest).length > 0) writeStoredObject(STORAGE_KEYS.removedAccounts, rest);
  else localStorage.removeItem(STORAGE_KEYS.removedAccounts);
}
