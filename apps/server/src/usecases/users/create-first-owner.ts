import type { User } from "@postil/domain/accounts/users";
import type { Context } from "../../storage/store.ts";
import { insertMembership } from "../workspaces/insert-membership.ts";
import { insertWorkspace } from "../workspaces/insert-workspace.ts";
import { insertUser, type NewUser } from "./insert-user.ts";

/** `apiKey` absent: a random one. `workspace` is the name of the workspace made with the owner. */
export type FirstOwner = Pick<NewUser, "username" | "firstName" | "passwordHash"> & {
  readonly apiKey?: string;
  readonly workspace: string;
};

/** The owner of a new store with a first workspace; null when there are users already. Not open to requests. */
export async function createFirstOwner(context: Context, input: FirstOwner): Promise<User | null> {
  const anybody = await context.db.selectFrom("user").select("key").limit(1).executeTakeFirst();
  if (anybody) return null;
  const { workspace, ...user } = input;
  const owner = await insertUser(context, { ...user, lastName: null, role: "owner" });
  const made = await insertWorkspace(context, workspace);
  await insertMembership(context, { workspaceId: made.id, userId: owner.id });
  return owner;
}
