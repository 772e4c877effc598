import type { Access } from "@postil/contract/route";
import { Refusal } from "@postil/domain/refusal";
import type { FastifyRequest } from "fastify";
import type { RequestOrigin } from "../storage/store.ts";
import type { KnownCaller, Shown } from "../usecases/accounts/find-caller.ts";
import type { Accounts } from "./accounts.ts";
import { TooManyAttempts } from "./errors.ts";
import type { Requester } from "./handler.ts";
import type { KeyGuesses } from "./key-guesses.ts";
import type { KeyUses } from "./key-uses.ts";
import type { LastSeenNotes } from "./last-seen.ts";
import type { Tokens } from "./tokens.ts";

export type Authenticate = (request: FastifyRequest, access: Access) => Promise<Requester>;

const UNKNOWN = "Could not validate credentials";
/** A longer `User-Agent` is not a real program name. */
const AGENT_MAX = 400;

type Parts = {
  readonly keyGuesses: KeyGuesses<KnownCaller>;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly lastSeen: LastSeenNotes;
  readonly keyUses: KeyUses;
};

type Known = { readonly found: KnownCaller; readonly shown: Shown };

/**
 * Checks the API key first, then the bearer token. A good token is accepted even with a bad key (contract api-v1 1.1,
 * API-04).
 */
export function createAuthenticate({ keyGuesses, accounts, tokens, lastSeen, keyUses }: Parts): Authenticate {
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
    const found = await keyGuesses.look(apiKey, from);
    if (found === null) return null;
    lastSeen.note(found.caller.id, true);
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
