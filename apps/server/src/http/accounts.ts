import type { KnownCaller, Shown } from "../usecases/accounts/find-caller.ts";
import type { SessionProof } from "../usecases/accounts/sessions.ts";
import type { PostilStore } from "./handler.ts";

/** At most this many callers are remembered; a script's key is asked about before nearly every call it makes. */
const KEPT = 10_000;

/**
 * Who is behind a key or a session, from memory after the first time. `forget` must follow every change of users, workspaces
 * and memberships, and every end of a session; the next request then asks the store again.
 */
export type Accounts = {
  /** Who is behind what was shown before, as of now: null for nobody any more. */
  again(shown: Shown): Promise<KnownCaller | null>;
  byApiKey(apiKey: string): Promise<KnownCaller | null>;
  /** Refuses a session that has ended. */
  bySession(proof: SessionProof): Promise<KnownCaller | null>;
  /** Who is known otherwise than by what the request shows. */
  byUserId(userId: string): Promise<KnownCaller | null>;
  forget(): void;
  /** Calls back whenever something was forgotten. Returns the way to stop. */
  onForget(listener: () => void): () => void;
  /** The store's `write`, after which nobody is remembered: for every call that changes who may do what. */
  write: PostilStore["write"];
};

/** What ends by itself is asked about again when it does. */
const stillGood = ({ until }: KnownCaller): boolean => until === null || until > Date.now() * 1000;

/** `operatorKey`: what proves the operator; without one nobody is. */
export function createAccounts(store: PostilStore, operatorKey?: string): Accounts {
  const known = new Map<string, KnownCaller>();
  const listeners = new Set<() => void>();
  let generation = 0;

  const look = async (at: string, ask: () => Promise<KnownCaller | null>) => {
    const remembered = known.get(at);
    if (remembered && stillGood(remembered)) return remembered;
    const asked = generation;
    const found = await ask();
    // An answer from before a change must not outlive it.
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
    // Also after a failure: a commit whose acknowledgement got lost has changed something all the same.
    write: (name, caller, input) => store.write(name, caller, input).finally(forget),
  };
}
