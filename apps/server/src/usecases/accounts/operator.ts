import type { User } from "@postil/domain/accounts/users";
import type { Caller } from "../../storage/store.ts";

/**
 * The operator works on the server's own machine. The operator always has the owner role, so that nobody can lock them out.
 * The operator has no account: nothing is stored in their name, and nobody can sign in as operator.
 */
const NOBODY_ID = "00000000-0000-0000-0000-000000000000";

export const operatorAsCaller: Caller = { key: 0, id: NOBODY_ID, username: "", role: "owner", workspaceIds: [] };

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
