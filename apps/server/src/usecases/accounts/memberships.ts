import type { User, Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { type AuditBy, noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";

export type Membership = { readonly workspaceId: string; readonly userId: string };
type Person = Pick<User, "id" | "username">;
type Named = Pick<Workspace, "id" | "name">;

/** Adds a user to a workspace. The caller knows that the user is not in it yet. */
export async function insertMembership({ db, now }: Context, { workspaceId, userId }: Membership): Promise<void> {
  const row = { workspace_id: workspaceId, user_id: userId, inserted_at: now() };
  await db.insertInto("membership").values(row).execute();
}

/** Adds a user to a workspace and notes it in the audit trail. `by`: who did it, if that is not the caller. */
export async function addMembership(context: Context, person: Person, { id, name }: Named, by?: AuditBy) {
  await insertMembership(context, { workspaceId: id, userId: person.id });
  await noteAudit(context, { kind: "membership_added", person, told: { workspace: name } }, by);
}

export async function removeMembership(context: Context, person: Person, { id, name }: Named): Promise<void> {
  await context.db.deleteFrom("membership").where("workspace_id", "=", id).where("user_id", "=", person.id).execute();
  await noteAudit(context, { kind: "membership_removed", person, told: { workspace: name } });
}

/** A user with the names of the workspaces they belong to, oldest first: the shape of the older API (AUT-06). */
export type UserWithWorkspaces = { readonly user: User; readonly workspaces: readonly string[] };

export async function withWorkspaces({ db }: Context, users: readonly User[]): Promise<UserWithWorkspaces[]> {
  const names = Map.groupBy(await membershipNames(db).execute(), (row) => row.user_id);
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

export async function workspacesByName({ db }: Context, names: ReadonlySet<string>): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (const name of names) {
    const row = await db.selectFrom("workspace").select(["id", "name"]).where("name", "=", name).executeTakeFirst();
    if (!row) throw new Refusal("unprocessable", `Workspace '${name}' does not exist`);
    found.push(row);
  }
  return found;
}

/** The workspaces of a request body, without duplicates. Refuses an unknown one. */
export async function workspacesById({ db }: Context, ids: readonly string[]): Promise<readonly Named[]> {
  if (ids.length === 0) return [];
  // The table is small compared with the longest allowed list.
  const rows = await db.selectFrom("workspace").select(["id", "name"]).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const workspace = known.get(id);
    if (workspace) return workspace;
    throw new Refusal("unprocessable", `Workspace with id \`${id}\` not found`, { type: "Workspace", name: id });
  });
}
