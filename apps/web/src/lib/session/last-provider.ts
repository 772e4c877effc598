import { readStoredObject, STORAGE_KEYS } from "../storage.ts";

export const LAST_PROVIDER = STORAGE_KEYS.lastProvider;

/** The provider of the last sign-in in this browser. Null when there was none. */
export function lastProvider(): string | null {
  const name = readStoredObject(LAST_PROVIDER)?.name;
  return typeof name === "string" ? name : null;
}
