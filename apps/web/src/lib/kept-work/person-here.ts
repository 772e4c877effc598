import { onSessionChange } from "../session/store.ts";
import { readStoredObject, writeStoredObject } from "../storage.ts";
import type { Person } from "./removed-accounts.ts";

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
