import type { Access } from "@postil/contract/route";
import { Refusal } from "@postil/domain/refusal";
import type { FastifyRequest } from "fastify";
import type { KnownCaller } from "../usecases/accounts/find-caller.ts";
import type { Accounts } from "./accounts.ts";
import type { Requester } from "./handler.ts";
import type { Tokens } from "./tokens.ts";

export type Authenticate = (request: FastifyRequest, access: Access) => Promise<Requester>;

const UNKNOWN = "Could not validate credentials";

/** API key first, then the bearer token; a good token counts beside a bad key (contract api-v1 1.1, API-04). */
export function createAuthenticate(accounts: Accounts, tokens: Tokens): Authenticate {
  const byToken = async (token: string): Promise<KnownCaller | null> => {
    const userId = await tokens.verify(token);
    if (userId === null) throw new Refusal("unauthorized", "Invalid token");
    const found = await accounts.byUserId(userId);
    if (!found) throw new Refusal("unauthorized", UNKNOWN, { type: "user", name: userId });
    return found;
  };
  const known = async (request: FastifyRequest): Promise<KnownCaller | null> => {
    const apiKey = header(request, "x-postil-api-key") ?? header(request, "x-argilla-api-key");
    const byKey = apiKey ? await accounts.byApiKey(apiKey) : null;
    if (byKey) return byKey;
    const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    return bearer ? byToken(bearer) : null;
  };
  return async (request, access) => {
    const address = request.ip;
    if (access === "open" || access === "credentials") return { caller: null, user: null, workspaces: [], address };
    const found = await known(request);
    if (!found) throw new Refusal("unauthorized", UNKNOWN);
    return { ...found, address };
  };
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
