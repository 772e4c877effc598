import { userToWire, userToWireV0 } from "@postil/contract/mapping/accounts";
import type { UserWithWorkspaces } from "../usecases/accounts/memberships.ts";
import type { HandlerContext } from "./handler.ts";
import { signedIn } from "./signed-in.ts";

/** The wire form of a user for this caller, in the newer and in the older shape. */

export function userForCaller(context: HandlerContext) {
  const { caller } = signedIn(context);
  return ({ user }: Pick<UserWithWorkspaces, "user">) => userToWire(caller, user);
}

export function userForCallerV0(context: HandlerContext) {
  const { caller } = signedIn(context);
  return ({ user, workspaces }: UserWithWorkspaces) => userToWireV0(caller, user, workspaces);
}
