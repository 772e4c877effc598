import { Refusal } from "@postil/domain/refusal";
import type { KnownCaller } from "../usecases/accounts/find-caller.ts";
import type { HandlerContext } from "./handler.ts";

/** The caller of a call that needs a known caller. The types do not know which calls do. */
export function signedIn({ caller, user, workspaces, until }: HandlerContext): KnownCaller {
  if (!caller || !user) throw new Refusal("unauthorized", "Could not validate credentials");
  return { caller, user, workspaces, until };
}
