import { readStoredObject, STORAGE_KEYS } from "../storage.ts";

export const LAST_PROVIDER = STORAGE_KEYS.lastProvider;

/** With which provider somebody signed in here last; null when with none. */
export function lastProvider(): string | null {
  const name = readStoredObject(LAST_PROVIDER)?.name;
  return typeof name === "string" ? name : null;
}
