import { type GivenByClaims, isLowered } from "@postil/domain/accounts/claims";
import type { Role, User } from "@postil/domain/accounts/users";
import type { AuditBy } from "../../storage/audit.ts";
import { noteAudit } from "../../storage/audit.ts";
import { endSessions } from "../../storage/people.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import { addMembership, endLinkOfAdmin, endLinksMadeBy, isLastOwner, removeMembership, setUser } from "./users.ts";

export type Applied = {
  readonly user: User;
  /** Null if the role is as high as before. */
  readonly lowered: { readonly from: Role; readonly to: Role } | null;
  /** True if the person keeps the owner role only because they are the last owner. */
  readonly keptOwner: boolean;
};

/** `provider`: its title. */
type Source = { readonly provider: string; readonly by: AuditBy };

/**
 * Gives a person the role and the workspaces that the table of their provider says (COM-04 to COM-07). Workspaces that no line
 * of the table names stay as they are. Not open to requests.
 */
export async function applyClaims(context: Context, user: User, given: GivenByClaims, of: Source): Promise<Applied> {
  await applyWorkspaces(context, user, given, of);
  const told = { from: user.role, to: given.role, provider: of.provider };
  if (told.from === told.to) return { user, lowered: null, keptOwner: false };
  if (await isLastOwner(context, user)) {
    await noteAudit(context, { kind: "role_kept", person: user, told }, of.by);
    return { user, lowered: null, keptOwner: true };
  }
  const updatedAt = context.now();
  await setUser(context, user.id, { role: told.to, updated_at: updatedAt });
  await endLinkOfAdmin(context, user.id);
  if (told.from === "admin") await endLinksMadeBy(context, user.id, null);
  await endSessions(context, user.id, "role");
  await noteAudit(context, { kind: "role_changed", person: user, told }, of.by);
  return {
    user: { ...user, role: told.to, updatedAt },
    lowered: isLowered(told) ? { from: told.from, to: told.to } : null,
    keptOwner: false,
  };
}

/** Names of workspaces that do not exist are skipped: the start has reported them. */
async function applyWorkspaces(context: Context, user: User, given: GivenByClaims, { provider, by }: Source) {
  const governed = new Set(given.governed);
  const wanted = new Set(given.workspaces);
  const own = await rowsOf(context.db, "membership", { user_id: user.id }).select("workspace_id").execute();
  const had = new Set(own.map(({ workspace_id }) => workspace_id));
  // The table of workspaces is small.
  const all = await context.db.selectFrom("workspace").select(["id", "name"]).execute();
  for (const workspace of all.filter(({ name }) => governed.has(name))) {
    const isWanted = wanted.has(workspace.name);
    if (isWanted && !had.has(workspace.id)) await addMembership(context, user, workspace, by, provider);
    if (!isWanted && had.has(workspace.id)) await removeMembership(context, user, workspace, by, provider);
  }
}
