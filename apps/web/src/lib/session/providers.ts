import { createAnonymousClient } from "../api/api.ts";
import { send } from "../api/send.ts";
import { readStoredObject, STORAGE_KEYS, writeStored } from "../storage.ts";
import { begin, redirectTarget } from "./sign-in.ts";
import { closeSession } from "./store.ts";

/** Exchanges the callback query of a provider, unchanged, for a token (AUT-21). Rejects with a `RepositoryError`. */
export async function tokenOfCallback(provider: string, search: string) {
  const query: { [name: string]: string[] } = {};
  const entries = new URLSearchParams(search);
  for (const name of new Set(entries.keys())) query[name] = entries.getAll(name);
  // Sent without a token, so a failed sign-in does not end a running session. The separate client caches no reply.
  const code = takeInvitation();
  const headers: { [name: string]: string } = code === null ? {} : { "X-Postil-Invitation": code };
  // The code is good once, so the request is sent once (API-67).
  const options = { quiet: true, headers, send } as const;
  return createAnonymousClient().call("finishOauth", { params: { provider }, query }, options);
}

/**
 * Begins the session of a user who signed in with this provider. A null provider means a password. The rest of an earlier
 * session is dropped first.
 */
export async function signInWithToken(token: string, provider: string | null): Promise<void> {
  closeSession("signed-out");
  await begin(token);
  if (provider !== null) writeStored(STORAGE_KEYS.lastProvider, { name: provider });
}

/** The provider of the last sign-in in this browser. Null when there was none. */
export function lastProvider(): string | null {
  const name = readStoredObject(STORAGE_KEYS.lastProvider)?.name;
  return typeof name === "string" ? name : null;
}

/** A value that only this tab keeps, because another tab may return to another page. */
const tabValue = (key: string) => ({
  keep: (value: string | null): void => {
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    } catch (error) {
      console.warn(`The browser does not keep ${key} on the way to a provider`, error);
    }
  },
  /** Null when there is none or the browser denies its storage. */
  read: (): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
});

const returnAddress = tabValue("postil:return-address");
/** The code of the invitation that a sign-in with a provider is for (COM-02). */
const invitation = tabValue("postil:invitation");

/** Stores where to go after a sign-in that leaves the page: the raw `redirect` entry of the address (RTE-27). */
export const keepReturnAddress = (search: string): void =>
  returnAddress.keep(/[?&]redirect=([^&#]*)/.exec(search)?.[1] ?? null);

export const keptReturnAddress = returnAddress.read;

/** Stores the code until the tab is back from the provider. Null forgets it. */
export const keepInvitation = invitation.keep;

function takeInvitation(): string | null {
  const code = invitation.read();
  invitation.keep(null);
  return code;
}

/** The place to go after the sign-in. It can be taken once (RTE-27, AUT-23). */
export function takeReturnAddress(): string {
  const target = redirectTarget(keptReturnAddress() ?? undefined);
  returnAddress.keep(null);
  return target;
}
