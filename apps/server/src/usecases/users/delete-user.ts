import { noteAudit } from "../../storage/audit.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { refuseOwnAccount } from "../people/require-person.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadUser } from "./load-user.ts";
import { refuseLastOwner } from "./refuse-last-owner.ts";
import { type UserWithWorkspaces, withOwnWorkspaces } from "./with-workspaces.ts";

/**
 * Deletes a user: their memberships go, and what they kept for themselves; their responses stay (contract api-v1 10.3). The row
 * stays for those responses, without key and password, and the name is free for somebody else. 404 before 403. Nobody deletes
 * themselves, and the last owner stays: without one nobody could let anybody in.
 */
export async function deleteUser(
  context: Context,
  { userId }: { readonly userId: string },
): Promise<UserWithWorkspaces> {
  const caller = requireCaller(context);
  const user = await loadUser(context, userId);
  requireOwner(caller);
  refuseOwnAccount(context, user, "deleted");
  await refuseLastOwner(context, user, "deleted");
  const { db, now } = context;
  const before = await withOwnWorkspaces(context, user);
  await db.deleteFrom("membership").where("user_id", "=", userId).execute();
  await db.deleteFrom("last_seen").where("user_id", "=", userId).execute();
  await forgetKeyUses(context, userId);
  for (const own of ["flag", "saved_view", "preference", "api_key"] as const) {
    await db
      .deleteFrom(own)
      .where("user_key", "in", (from) => from.selectFrom("user").select("key").where("id", "=", userId))
      .execute();
  }
  await db.deleteFrom("invitation").where("user_id", "=", userId).execute();
  await db
    .updateTable("user")
    // The column is unique; a space cannot stand in a key.
    .set({ deleted_at: now(), api_key: `deleted ${userId}`, password_hash: "" })
    .where("id", "=", userId)
    .execute();
  await endSessions(context, userId, "deleted");
  await noteAudit(context, { kind: "person_deleted", person: user, told: { role: user.role } });
  return before;
}

/** Before the keys go. */
async function forgetKeyUses({ db }: Context, userId: string): Promise<void> {
  const named = db
    .selectFrom("api_key")
    .innerJoin("user", "user.key", "api_key.user_key")
    .select("api_key.id")
    .where("user.id", "=", userId);
  await db
    .deleteFrom("key_use")
    .where((where) => where.or([where("key_id", "=", userId), where("key_id", "in", named)]))
    .execute();
}
