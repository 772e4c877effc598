import { createAnonymousClient } from "../api/api.ts";
import { readStoredObject, STORAGE_KEYS, writeStored } from "../storage.ts";
import { begin, redirectTarget } from "./sign-in.ts";
import { closeSession } from "./store.ts";

/** Exchanges the callback query of a provider, unchanged, for a token (AUT-21). Rejects with a `RepositoryError`. */
export async function tokenOfCallback(provider: string, search: string) {
  const query: { [name: string]: string[] } = {};
  const entries = new URLSearchParams(search);
  for (const name of new Set(entries.keys())) query[name] = entries.getAll(name);
  // Sent without a token, so a failed sign-in does not end a running session. The separate client caches no reply.
  const invitation = takeInvitation();
  const headers: { [name: string]: string } = invitation === null ? {} : { "X-Postil-Invitation": invitation };
  return createAnonymousClient().call("finishOauth", { params: { provider }, query }, { quiet: true, headers });
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

/** Stored for this tab only: another tab may return to another page. */
const RETURN_ADDRESS = "postil:return-address";

/** Stores where to go after a sign-in that leaves the page: the raw `redirect` entry of the address (RTE-27). */
export function keepReturnAddress(search: string): void {
  const entry = /[?&]redirect=([^&#]*)/.exec(search)?.[1];
  try {
    if (entry === undefined) sessionStorage.removeItem(RETURN_ADDRESS);
    else sessionStorage.setItem(RETURN_ADDRESS, entry);
  } catch (error) {
    console.warn("The way back from a provider cannot be kept", error);
  }
}

/** The stored entry. Null when there is none or the browser denies its storage. */
export function keptReturnAddress(): string | null {
  try {
    return sessionStorage.getItem(RETURN_ADDRESS);
  } catch {
    return null;
  }
}

/** The code of the invitation that a sign-in with a provider is for (COM-02). */
const INVITATION = "postil:invitation";

/** Stores the code for this tab until it is back from the provider. Null forgets it. */
export function keepInvitation(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(INVITATION);
    else sessionStorage.setItem(INVITATION, code);
  } catch (error) {
    console.warn("The invitation cannot be kept on the way to a provider", error);
  }
}

function takeInvitation(): string | null {
  try {
    return sessionStorage.getItem(INVITATION);
  } catch {
    return null;
  } finally {
    keepInvitation(null);
  }
}

/** The place to go after the sign-in. It can be taken once (RTE-27, AUT-23). */
export function takeReturnAddress(): string {
  const target = redirectTarget(keptReturnAddress() ?? undefined);
  keepReturnAddress("");
  return target;
}
