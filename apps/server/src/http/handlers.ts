import type { Accounts } from "./accounts.ts";
import type { Handlers, PostilStore } from "./handler.ts";
import { accountHandlers } from "./handlers/accounts.ts";
import type { Tokens } from "./tokens.ts";

export type HandlerParts = { readonly store: PostilStore; readonly accounts: Accounts; readonly tokens: Tokens };

/** A handler for every route of the contract: the compiler says which is missing. */
export const createHandlers = (parts: HandlerParts): Handlers => ({
  ...accountHandlers(parts),
});
