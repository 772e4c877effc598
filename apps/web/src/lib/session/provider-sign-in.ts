import { createAnonymousClient } from "../api/api.ts";
import { writeStoredObject } from "../storage.ts";
import { LAST_PROVIDER } from "./last-provider.ts";
import { begin } from "./sign-in.ts";
import { closeSession } from "./store.ts";

/** The token for what a provider sent somebody back with, handed on unchanged (AUT-21). Rejects with a `RepositoryError`. */
export async function tokenOfCallback(provider: string, search: string): Promise<string> {
  const query: { [name: string]: string[] } = {};
  const entries = new URLSearchParams(search);
  for (const name of new Set(entries.keys())) query[name] = entries.getAll(name);
  // In nobody's name: a sign-in that fails ends no session that runs. A client of its own keeps no reply.
  const reply = await createAnonymousClient().call("finishOauth", { params: { provider }, query }, { quiet: true });
  return reply.access_token;
}

/**
 * Begins the session of whoever signed in with this provider, or null: with a password; what was left of an earlier one is
 * dropped first.
 */
export async function signInWithToken(token: string, provider: string | null): Promise<void> {
  closeSession("signed-out");
  await begin(token);
  if (provider !== null) writeStoredObject(LAST_PROVIDER, { name: provider });
}
