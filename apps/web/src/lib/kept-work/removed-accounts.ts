import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../storage.ts";
import { forgetWork } from "./forget-work.ts";

/** Somebody whose work this browser keeps. */
export type Person = { readonly id: string; readonly username: string };

/** The accounts that were deleted, of which this browser may keep work: nobody can sign in as them any more to see it. */
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

/** Removes the work of a deleted account, and that there was one. */
export async function forgetRemoved(id: string): Promise<void> {
  await forgetWork(id);
  const { [id]: _forgotten, ...rest } = readStoredObject(STORAGE_KEYS.removedAccounts) ?? {};
  if (Object.keys(rest).length > 0) writeStoredObject(STORAGE_KEYS.removedAccounts, rest);
  else localStorage.removeItem(STORAGE_KEYS.removedAccounts);
}
