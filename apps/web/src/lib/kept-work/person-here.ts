import { onSessionChange } from "../session/store.ts";
import { readStoredObject, writeStoredObject } from "../storage.ts";
import type { Person } from "./removed-accounts.ts";

const PERSON = "postil:person";

/**
 * Notes who works here until they sign out: whoever's account is deleted while no page of theirs is open is told of it by a token that
 * does not say whose it was, and their work is still here.
 */
export function notePerson({ id, username }: Person): void {
  writeStoredObject(PERSON, { id, username });
  const stop = onSessionChange((session) => {
    if (session.status !== "anonymous") return;
    stop();
    if (!session.ended) localStorage.removeItem(PERSON);
  });
}

/** Who worked here last and has not signed out. */
export function personHere(): Person | null {
  const { id, username } = readStoredObject(PERSON) ?? {};
  return typeof id === "string" && typeof username === "string" ? { id, username } : null;
}
