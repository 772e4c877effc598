import type { User } from "@postil/domain/accounts/users";
import type { Context } from "../../storage/store.ts";

/** A user with the names of the workspaces they belong to, oldest first: the shape of the older API (AUT-06). */
export type UserWithWorkspaces = { readonly user: User; readonly workspaces: readonly string[] };

export async function withWorkspaces({ db }: Context, users: readonly User[]): Promise<UserWithWorkspaces[]> {
  const rows = await membershipNames(db).execute();
  const names = Map.groupBy(rows, (row) => row.user_id);
  return users.map((user) => ({ user, workspaces: names.get(user.id)?.map((row) => row.name) ?? [] }));
}

export async function withOwnWorkspaces({ db }: Context, user: User): Promise<UserWithWorkspaces> {
  const rows = await membershipNames(db).where("membership.user_id", "=", user.id).execute();
  return { user, workspaces: rows.map((row) => row.name) };
}

const membershipNames = (db: Context["db"]) =>
  db
    .selectFrom("membership")
    .innerJoin("workspace", "workspace.id", "membership.workspace_id")
    .select(["membership.user_id", "workspace.name"])
    .orderBy("workspace.inserted_at");
