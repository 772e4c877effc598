import type { User } from "@postil/domain/accounts/users";
import type { Caller } from "../../storage/store.ts";

/**
 * Who works on the server's own machine: an owner, whatever the accounts say, so that nobody can lock them out. They
 * are no account: nothing can be stored in their name, and nobody can sign in as them.
 */
const NOBODY_ID = "00000000-0000-0000-0000-000000000000";

export const operatorAsCaller: Caller = { key: 0, id: NOBODY_ID, username: "", role: "owner", workspaceIds: [] };

export const isOperator = (caller: Caller | null): boolean => caller?.id === NOBODY_ID;

export const operatorAsUser: User = {
  id: NOBODY_ID,
  firstName: "",
  lastName: null,
  username: "",
  role: "owner",
  apiKey: "",
  insertedAt: 0,
  updatedAt: 0,
};
