import type { User } from "@postil/domain/accounts/users";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadUser } from "./load-user.ts";

/** One user, for owners; others are refused before the id is looked at (contract api-v1 row 49). */
export async function getUser(context: Context, { userId }: { readonly userId: string }): Promise<User> {
  requireOwner(requireCaller(context));
  return loadUser(context, userId);
}
