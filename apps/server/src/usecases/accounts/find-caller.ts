import { isOwner } from "@postil/domain/accounts/policies";
import type { User, Workspace } from "@postil/domain/accounts/users";
import { userFromRow, workspaceFromRow } from "../../storage/rows.ts";
import type { Caller, Context } from "../../storage/store.ts";
import { operatorAsCaller, operatorAsUser } from "./operator.ts";

export type CallerProof = { readonly apiKey: string } | { readonly userId: string } | "operator";

/** A user who may sign in, with the workspaces that decide about rights. */
export type KnownCaller = {
  readonly caller: Caller;
  readonly user: User;
  /** Oldest first; an owner's are all (contract api-v1 row 53). */
  readonly workspaces: readonly Workspace[];
};

/** Who shows this key or this (already verified) user id; null for nobody. */
export async function findCaller({ db }: Context, proof: CallerProof): Promise<KnownCaller | null> {
  if (proof === "operator") {
    return { caller: operatorAsCaller, user: operatorAsUser, workspaces: await workspacesOf(db, operatorAsCaller) };
  }
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("deleted_at", "is", null)
    .where((where) => ("apiKey" in proof ? where("api_key", "=", proof.apiKey) : where("id", "=", proof.userId)))
    .executeTakeFirst();
  if (!row) return null;
  const memberships = await db.selectFrom("membership").select("workspace_id").where("user_id", "=", row.id).execute();
  const workspaceIds = memberships.map((membership) => membership.workspace_id);
  const caller = { key: row.key, id: row.id, username: row.username, role: row.role, workspaceIds };
  return { user: userFromRow(row), caller, workspaces: await workspacesOf(db, caller) };
}

async function workspacesOf(db: Context["db"], caller: Caller): Promise<Workspace[]> {
  const rows = await db
    .selectFrom("workspace")
    .selectAll()
    .$if(!isOwner(caller), (query) => query.where("id", "in", caller.workspaceIds))
    .orderBy("inserted_at")
    .execute();
  return rows.map(workspaceFromRow);
}
