import { isMember } from "@postil/domain/accounts/policies";
import type { User, Workspace } from "@postil/domain/accounts/users";
import { keptName } from "@postil/domain/accounts/workspace-overview";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { userFromRow, workspaceFromRow } from "../../storage/people.ts";
import { deleteRows, insertRows, rowsOf, updateRows } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db } from "../../storage/tables.ts";
import { refuseTaken, requireCaller, requireManager, requireMember, requireOwner } from "../refuse.ts";
import {
  addMembership,
  insertMembership,
  insertUser,
  loadUser,
  type Membership,
  type NewUser,
  removeMembership,
  type UserWithWorkspaces,
  withOwnWorkspaces,
  withWorkspaces,
} from "./users.ts";

export type OfWorkspace = { readonly workspaceId: string };
type OfName = { readonly name: string };
type NewWorkspace = OfName & {
  /** Absent: a new id is made. */
  readonly id?: string | undefined;
};

export async function loadWorkspace({ db }: Context, id: string): Promise<Workspace> {
  const row = await db.selectFrom("workspace").selectAll().where("id", "=", id).executeTakeFirst();
  if (row) return workspaceFromRow(row);
  throw new Refusal("not_found", `Workspace with id \`${id}\` not found`, { type: "Workspace", name: id });
}

const noWorkspaceNamed = (name: string): Refusal =>
  new Refusal("not_found", `Workspace with name \`${name}\` not found`, { type: "Workspace", name });

/** The workspace for a new object, by its name, or 404. The right to it is checked later. */
export async function findNamedWorkspace({ db }: Context, name: string): Promise<Workspace> {
  const row = await db.selectFrom("workspace").selectAll().where("name", "=", name).executeTakeFirst();
  if (!row) throw noWorkspaceNamed(name);
  return workspaceFromRow(row);
}

/** A workspace of the caller by its name, or 404. A workspace of others counts as unknown. */
export async function loadNamedWorkspace(context: Context, name: string): Promise<Workspace> {
  const caller = requireCaller(context);
  const workspace = await findNamedWorkspace(context, name);
  if (!isMember(caller, workspace.id)) throw noWorkspaceNamed(name);
  return workspace;
}

/** One workspace, for its members. Other callers are refused before the id is checked (contract api-v1 row 54). */
async function getWorkspace(context: Context, { workspaceId }: OfWorkspace): Promise<Workspace> {
  requireMember(context, workspaceId);
  return loadWorkspace(context, workspaceId);
}

/** Inserts a workspace. The caller knows that the name is free. */
async function insertWorkspace({ db, now }: Context, { id = newId(), name }: NewWorkspace): Promise<Workspace> {
  const at = now();
  const row = { id, name, inserted_at: at, updated_at: at };
  await insertRows(db, "workspace", row);
  return workspaceFromRow(row);
}

const refuseTakenName = (context: Context, name: string): Promise<void> =>
  refuseTaken(
    context,
    ["workspace", name],
    context.db.selectFrom("workspace").select("id").where("name", "=", name),
    () => new Refusal("conflict", `Workspace name \`${name}\` is not unique`, { type: "Workspace", name }),
  );

/** Creates a workspace; the creator does not become a member (contract api-v1 row 55, ROL-12). */
async function createWorkspace(context: Context, { id, name }: NewWorkspace): Promise<Workspace> {
  requireOwner(context);
  await refuseTakenName(context, name);
  if (id !== undefined)
    await refuseTaken(
      context,
      ["workspace", id],
      context.db.selectFrom("workspace").select("id").where("id", "=", id),
      () => new Refusal("conflict", `Workspace with id \`${id}\` is not unique`, { type: "Workspace", name: id }),
    );
  const workspace = await insertWorkspace(context, { id, name });
  await noteAudit(context, { kind: "workspace_created", told: { workspace: name } });
  return workspace;
}

/** Renames a workspace. Refused if it has task datasets: their clients use its name; the others have ids. */
async function renameWorkspace(context: Context, { workspaceId, name }: OfWorkspace & OfName): Promise<Workspace> {
  requireOwner(context);
  const workspace = await loadWorkspace(context, workspaceId);
  if (workspace.name === name) return workspace;
  const { db, now } = context;
  const inside = await db.selectFrom("task_dataset").select("name").where("workspace_id", "=", workspaceId).execute();
  const names = inside.map((dataset) => dataset.name);
  if (names.length > 0) throw new Refusal("conflict", keptName(workspace.name, names));
  await refuseTakenName(context, name);
  const updatedAt = now();
  await updateRows(db, "workspace", { id: workspaceId }, { name, updated_at: updatedAt });
  await noteAudit(context, { kind: "workspace_renamed", told: { from: workspace.name, to: name } });
  return { ...workspace, name, updatedAt };
}

/** Datasets of both families prevent the deletion of their workspace. Feedback datasets are reported first. */
const DATASETS = [
  ["dataset", "feedback datasets"],
  ["task_dataset", "datasets"],
] as const;

/** Deletes a workspace without datasets, and its memberships (contract api-v1 row 56). */
async function deleteWorkspace(context: Context, { workspaceId }: OfWorkspace): Promise<Workspace> {
  requireOwner(context);
  const workspace = await loadWorkspace(context, workspaceId);
  const { db } = context;
  for (const [table, what] of DATASETS) {
    const linked = db.selectFrom(table).select("key").where("workspace_id", "=", workspaceId).limit(1);
    const refused = `Cannot delete the workspace ${workspaceId}. This workspace has some ${what} linked`;
    await refuseTaken(context, ["workspace", workspaceId], linked, () => new Refusal("conflict", refused));
  }
  await deleteRows(db, "membership", { workspace_id: workspaceId });
  // Callers choose ids of workspaces: a new one with this id must not get the jobs and the deleted datasets. Owners see them.
  for (const table of ["job", "deleted_dataset"] as const)
    await updateRows(db, table, { workspace_id: workspaceId }, { workspace_id: null });
  await forgetWorkspace(context, workspaceId);
  await deleteRows(db, "webhook", { workspace_id: workspaceId });
  await deleteRows(db, "workspace", { id: workspaceId });
  await noteAudit(context, { kind: "workspace_deleted", told: { workspace: workspace.name } });
  return workspace;
}

/** People who were deleted before do not come back to a new workspace with this id: only the name is kept (BIN-13). */
async function forgetWorkspace({ db }: Context, workspaceId: string): Promise<void> {
  const people = await db
    .selectFrom("deleted_person")
    .select(["user_key", "workspaces"])
    .where("workspaces", "like", `%${workspaceId}%`)
    .execute();
  for (const { user_key, workspaces } of people) {
    const before: readonly { readonly id: string | null; readonly name: string }[] = JSON.parse(workspaces);
    const after = before.map(({ id, name }) => ({ id: id === workspaceId ? null : id, name }));
    await updateRows(db, "deleted_person", { user_key }, { workspaces: JSON.stringify(after) });
  }
}

/** The listed members of a workspace, in the order in which they joined. */
const userRows = (db: Db, { workspaceId }: OfWorkspace) =>
  db
    .selectFrom("user")
    .innerJoin("membership", "membership.user_id", "user.id")
    .selectAll("user")
    .where("membership.workspace_id", "=", workspaceId)
    .orderBy("membership.inserted_at");

/** The users of a workspace in the order they joined; 403 before 404 (contract api-v1 row 57). */
async function listWorkspaceUsers(context: Context, { workspaceId }: OfWorkspace): Promise<UserWithWorkspaces[]> {
  requireManager(context, workspaceId);
  await loadWorkspace(context, workspaceId);
  const rows = await userRows(context.db, { workspaceId }).execute();
  return withWorkspaces(context, rows.map(userFromRow));
}

/** `userNamedBy`: the part of the request that named the user. It decides the refusal for an unknown user. */
type AddWorkspaceUser = Membership & { readonly userNamedBy: "path" | "body" };

/** Adds a user to a workspace (contract api-v1 row 58, api-v0 row 9, ROL-12). */
async function addWorkspaceUser(context: Context, input: AddWorkspaceUser): Promise<UserWithWorkspaces> {
  requireOwner(context);
  const { workspaceId, userId, userNamedBy } = input;
  const workspace = await loadWorkspace(context, workspaceId);
  const user = await loadUser(context, userId, userNamedBy === "path" ? "not_found" : "unprocessable");
  const ids = `workspace_id \`${workspaceId}\` and user_id \`${userId}\``;
  await refuseTaken(
    context,
    ["membership", workspaceId, userId],
    rowsOf(context.db, "membership", { workspace_id: workspaceId, user_id: userId }).select("user_id"),
    () => new Refusal("conflict", `Workspace user with ${ids} is not unique`, { type: "User", name: userId }),
  );
  await addMembership(context, user, workspace);
  return withOwnWorkspaces(context, user);
}

/** Removes a user from a workspace; 404 before 403 (contract api-v1 row 59, ROL-12). */
async function removeWorkspaceUser(context: Context, membership: Membership): Promise<UserWithWorkspaces> {
  requireCaller(context);
  const { workspaceId, userId } = membership;
  const row = await userRows(context.db, membership).where("user.id", "=", userId).executeTakeFirst();
  if (!row) {
    const message = `User with id \`${userId}\` not found in workspace with id \`${workspaceId}\``;
    throw new Refusal("not_found", message, { type: "User", name: userId });
  }
  requireManager(context, workspaceId);
  const user = userFromRow(row);
  await removeMembership(context, user, await loadWorkspace(context, workspaceId));
  return withOwnWorkspaces(context, user);
}

/** `apiKey` absent: a random key is made. `workspace`: the name of the first workspace. */
type FirstOwner = Pick<NewUser, "username" | "firstName" | "passwordHash"> & {
  readonly apiKey?: string;
  readonly workspace: string;
};

/** The first owner and workspace of a new database; null if there are users already. Not open to requests. */
export async function createFirstOwner(context: Context, { workspace, ...user }: FirstOwner): Promise<User | null> {
  const anybody = await context.db.selectFrom("user").select("key").limit(1).executeTakeFirst();
  if (anybody) return null;
  const owner = await insertUser(context, { ...user, lastName: null, role: "owner" });
  const made = await insertWorkspace(context, { name: workspace });
  await insertMembership(context, { workspaceId: made.id, userId: owner.id });
  return owner;
}

/** Creates the named workspaces that do not exist yet. Not open to requests. */
async function addMissingWorkspaces(context: Context, { names }: { readonly names: readonly string[] }): Promise<void> {
  for (const name of new Set(names)) {
    const known = await context.db.selectFrom("workspace").select("id").where("name", "=", name).executeTakeFirst();
    if (!known) await insertWorkspace(context, { name });
  }
}

export const workspaceCalls = {
  reads: { getWorkspace, listWorkspaceUsers },
  writes: {
    createFirstOwner,
    addMissingWorkspaces,
    createWorkspace,
    renameWorkspace,
    deleteWorkspace,
    addWorkspaceUser,
    removeWorkspaceUser,
  },
};
