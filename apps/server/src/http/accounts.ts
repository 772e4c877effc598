import type { KnownCaller, Shown } from "../usecases/accounts/find-caller.ts";
import type { SessionProof } from "../usecases/accounts/sessions.ts";
import type { PostilStore } from "./handler.ts";

/** Maximum number of callers in the cache. A script's key is looked up on nearly every call that the script makes. */
const KEPT = 10_000;

/**
 * Finds the caller for a key or a session, and caches the result. Call `forget` after every change of users, workspaces and
 * memberships, and after every end of a session: the next request then reads the store again.
 */
export type Accounts = {
  /** The current caller for credentials that were shown before. Null if they are not valid any more. */
  again(shown: Shown): Promise<KnownCaller | null>;
  byApiKey(apiKey: string): Promise<KnownCaller | null>;
  /** Refuses a session that has ended. */
  bySession(proof: SessionProof): Promise<KnownCaller | null>;
  /** For a user who is identified by something other than the credentials of the request. */
  byUserId(userId: string): Promise<KnownCaller | null>;
  forget(): void;
  /** Calls `listener` each time the cache is cleared. Returns a function that removes the listener. */
  onForget(listener: () => void): () => void;
  /** Runs the store's `write` and then clears the cache. Every call that changes who may do what uses it. */
  write: PostilStore["write"];
};

/** A cached caller is used until the key or session expires. */
const stillGood = ({ until }: KnownCaller): boolean => until === null || until > Date.now() * 1000;

/** `operatorKey`: the key that proves the operator. Without it nobody is the operator. */
export function createAccounts(store: PostilStore, operatorKey?: string): Accounts {
  const known = new Map<string, KnownCaller>();
  const listeners = new Set<() => void>();
  let generation = 0;

  const look = async (at: string, ask: () => Promise<KnownCaller | null>) => {
    const remembered = known.get(at);
    if (remembered && stillGood(remembered)) return remembered;
    const asked = generation;
    const found = await ask();
    // A result that was read before a change must not stay in the cache after the change.
    if (found && asked === generation && known.size < KEPT) known.set(at, found);
    return found;
  };
  const forget = () => {
    generation++;
    known.clear();
    for (const listener of [...listeners]) listener();
  };
  const byApiKey = (apiKey: string) =>
    look(`key ${apiKey}`, () => store.read("findCaller", null, apiKey === operatorKey ? "operator" : { apiKey }));
  const bySession = ({ userId, session }: SessionProof) =>
    look(`session ${session} ${userId}`, () => store.read("findCaller", null, { userId, session }));
  return {
    byApiKey,
    bySession,
    again: (shown) => ("apiKey" in shown ? byApiKey(shown.apiKey) : bySession(shown)),
    byUserId: (userId) => store.read("findCaller", null, { userId }),
    forget,
    onForget: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // The cache is cleared after a failure too: the commit may have succeeded although its acknowledgement was lost.
    write: (name, caller, input) => store.write(name, caller, input).finally(forget),
  };
}
