import type { Access } from "@postil/contract/route";
import { Refusal } from "@postil/domain/refusal";
import type { FastifyRequest } from "fastify";
import { ALONE } from "../storage/peers.ts";
import type { Caller, RequestOrigin } from "../storage/store.ts";
import { newApiKey } from "../usecases/accounts/credentials.ts";
import type { CallerProof, KnownCaller, Shown } from "../usecases/accounts/find-caller.ts";
import type { SessionProof } from "../usecases/accounts/sessions.ts";
import { importOfServer } from "../usecases/imports.ts";
import type { Writes } from "../usecases/registry.ts";
import type { AccountWrite } from "../usecases/server-rules.ts";
import type { LookUpKey } from "./attempts.ts";
import { TooManyAttempts } from "./errors.ts";
import type { PostilStore, Requester } from "./handler.ts";
import type { KeyUses, LastSeenNotes } from "./notes.ts";
import type { Tokens } from "./tokens.ts";

/** Maximum number of callers in the cache. A script's key is looked up on nearly every call that the script makes. */
const KEPT = 10_000;

/** A cached caller is used until the key or session expires. */
const stillGood = ({ until }: KnownCaller): boolean => until === null || until > Date.now() * 1000;

type AskedOf<K extends AccountWrite> = [caller: Caller | null, input: Parameters<Writes[K]>[1]];
type Answer<K extends AccountWrite> = Promise<Awaited<ReturnType<Writes[K]>>>;
type StandIn = { readonly userId: string; readonly importId: string };

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Finds the caller for a key or a session, and caches the result. Call `forget` after every change of users, workspaces and
 * memberships, and after every end of a session: the next request then reads the store again. Other servers tell of their
 * changes; while they cannot be heard, each request reads the store. `operatorKey`: the key that
 * proves the operator. Without it nobody is the operator.
 */
export function createAccounts(store: PostilStore, operatorKey?: string) {
  const { peers } = store;
  const { hears, hear } = peers ?? ALONE;
  const known = new Map<string, KnownCaller>();
  const listeners = new Set<() => void>();
  const standIns = new Map<string, StandIn>();
  let generation = 0;

  const look = async (at: string, ask: () => Promise<KnownCaller | null>) => {
    const remembered = hears() ? known.get(at) : undefined;
    if (remembered && stillGood(remembered)) return remembered;
    const asked = generation;
    const found = await ask();
    // A result that was read before a change must not stay in the cache after the change.
    if (found && asked === generation && hears() && known.size < KEPT) known.set(at, found);
    return found;
  };
  const forget = () => {
    generation++;
    known.clear();
    for (const listener of [...listeners]) listener();
  };
  hear("accounts", forget);
  const proofOf = (apiKey: string): CallerProof => {
    const standsFor = standIns.get(apiKey);
    if (standsFor) return { userId: standsFor.userId };
    return apiKey === operatorKey ? "operator" : { apiKey };
  };
  const byApiKey = (apiKey: string) =>
    look(`key ${apiKey}`, async () => {
      const found = await store.read("findCaller", null, proofOf(apiKey));
      const importId = standIns.get(apiKey)?.importId;
      const fills = importId && importOfServer(importId, peers?.id);
      return found && fills ? { ...found, caller: { ...found.caller, fills } } : found;
    });
  /** Refuses a session that has ended. */
  const bySession = ({ userId, session }: SessionProof) =>
    look(`session ${session} ${userId}`, () => store.read("findCaller", null, { userId, session }));
  /** Runs the store's `write` and then clears the cache. Every call that changes who may do what uses it. */
  const write = <K extends AccountWrite>(name: K, ...asked: AskedOf<K>): Answer<K> =>
    // The cache is cleared after a failure too: the commit may have succeeded although its acknowledgement was lost.
    store.write(name, ...asked).finally(forget);
  return {
    byApiKey,
    bySession,
    write,
    forget,
    /** The current caller for credentials that were shown before. Null if they are not valid any more. */
    again: (shown: Shown) => ("apiKey" in shown ? byApiKey(shown.apiKey) : bySession(shown)),
    /**
     * A key of this process alone: it stands for a person as they are now, and fills the dataset of one import. It ends with
     * the import.
     */
    standIn: (standIn: StandIn): { readonly key: string; readonly end: () => void } => {
      const key = newApiKey();
      standIns.set(key, standIn);
      const end = () => {
        standIns.delete(key);
        known.delete(`key ${key}`);
      };
      return { key, end };
    },
    /** For a user who is identified by something other than the credentials of the request. */
    byUserId: (userId: string) => store.read("findCaller", null, { userId }),
    /** Calls `listener` each time the cache is cleared. Returns a function that removes the listener. */
    onForget: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Authenticate = (request: FastifyRequest, access: Access) => Promise<Requester>;

export const UNKNOWN = "Could not validate credentials";
/** A longer `User-Agent` is not a real program name. */
const AGENT_MAX = 400;

type Parts = {
  readonly lookUpKey: LookUpKey<KnownCaller>;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly lastSeen: LastSeenNotes;
  readonly keyUses: KeyUses;
};

type Known = { readonly found: KnownCaller; readonly shown: Shown };

/** Checks the API key, then the bearer token. A good token counts even with a bad key (contract api-v1 1.1, API-04). */
export function createAuthenticate({ lookUpKey, accounts, tokens, lastSeen, keyUses }: Parts): Authenticate {
  const byToken = async (token: string): Promise<Known> => {
    const claims = await tokens.verify(token);
    // This tells clients that can renew a token that a renewal may work.
    if (claims === "expired") throw new Refusal("unauthorized", "Invalid token", undefined, { expired: true });
    if (claims === null) throw new Refusal("unauthorized", "Invalid token");
    const { userId, session } = claims;
    const shown = { userId, session };
    const found = await accounts.bySession(shown);
    if (!found) throw new Refusal("unauthorized", UNKNOWN, { type: "user", name: userId });
    lastSeen.note(userId, false);
    return { found, shown };
  };
  const byKey = async (apiKey: string, from: RequestOrigin): Promise<Known | null> => {
    const found = await lookUpKey(apiKey, from);
    if (found === null) return null;
    // An import goes on when its person has left.
    if (found.caller.fills === undefined) lastSeen.note(found.caller.id, true);
    return { found, shown: { apiKey } };
  };
  /**
   * After a bad key, tries the bearer token. Without a token, the key's error is thrown. If the key has to wait
   * (`TooManyAttempts`), that error is thrown unless the token is good.
   */
  const byTokenInstead = (bearer: string | null) => (why: unknown) => {
    if (bearer === null || !(why instanceof Refusal)) throw why;
    if (!(why instanceof TooManyAttempts)) return null;
    return byToken(bearer).catch((error: unknown) => {
      throw error instanceof Refusal ? why : error;
    });
  };
  const known = async (request: FastifyRequest, from: RequestOrigin): Promise<Known | null> => {
    const apiKey = header(request, "x-postil-api-key") ?? header(request, "x-argilla-api-key");
    const bearer = bearerOf(request.headers.authorization);
    const who = apiKey ? await byKey(apiKey, from).catch(byTokenInstead(bearer)) : null;
    return who === null && bearer !== null ? byToken(bearer) : who;
  };
  return async (request, access) => {
    const { ip: address, headers } = request;
    const userAgent = (headers["user-agent"] ?? "").slice(0, AGENT_MAX);
    const where = { address, origin: `${request.protocol}://${request.host}` };
    const unknown = { address, userAgent, session: null };
    if (access === "open" || access === "credentials")
      return { caller: null, user: null, shown: null, until: null, workspaces: [], from: unknown, ...where };
    const who = await known(request, unknown);
    if (!who) throw new Refusal("unauthorized", UNKNOWN);
    const { found, shown } = who;
    // A key has no session.
    const from = { address, userAgent, session: "session" in shown ? shown.session : null };
    keyUses.note(found, from);
    return { ...found, caller: { ...found.caller, from }, shown, from, ...where };
  };
}

/** The token in an `Authorization` header. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
