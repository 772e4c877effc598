import { createAnonymousClient } from "../api/api.ts";
import { writeStoredObject } from "../storage.ts";
import { LAST_PROVIDER } from "./last-provider.ts";
import { begin } from "./sign-in.ts";
import { closeSession } from "./store.ts";

/** Exchanges the callback query of a provider, unchanged, for a token (AUT-21). Rejects with a `RepositoryError`. */
export async function tokenOfCallback(provider: string, search: string): Promise<string> {
  const query: { [name: string]: string[] } = {};
  const entries = new URLSearchParams(search);
  for (const name of new Set(entries.keys())) query[name] = entries.getAll(name);
  // Sent without a token, so a failed sign-in does not end a running session. The separate client caches no reply.
  const reply = await createAnonymousClient().call("finishOauth", { params: { provider }, query }, { quiet: true });
  return reply.access_token;
}

/**
 * Begins the session of a user who signed in with this provider. A null provider means a password. The rest of an earlier
 * session is dropped first.
 */
export async function signInWithToken(token: string, provider: string | null): Promise<void> {
  closeSession("signed-out");
  await begin(token);
  if (provider !== null) writeStoredObject(LAST_PROVIDER, { name: provider });
}
