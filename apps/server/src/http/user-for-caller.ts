import { userToWire, userToWireV0 } from "@postil/contract/mapping/accounts";
import type { UserWithWorkspaces } from "../usecases/accounts/memberships.ts";
import type { HandlerContext } from "./handler.ts";
import { signedIn } from "./signed-in.ts";

/** How a user goes out to whoever asks, in the newer shape and in the older one. */

export function userForCaller(context: HandlerContext) {
  const { caller } = signedIn(context);
  return ({ user }: Pick<UserWithWorkspaces, "user">) => userToWire(caller, user);
}

export function userForCallerV0(context: HandlerContext) {
  const { caller } = signedIn(context);
  return ({ user, workspaces }: UserWithWorkspaces) => userToWireV0(caller, user, workspaces);
}
