import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadUser } from "./load-user.ts";
import { type UserWithWorkspaces, withOwnWorkspaces } from "./with-workspaces.ts";

/**
 * Deletes a user: their memberships go, and what they kept for themselves; their responses stay (contract api-v1 10.3). The
 * row stays for those responses, without key and password, and the name is free for somebody else. 404 before 403. The last owner stays: without one nobody could let anybody in.
 */
export async function deleteUser(
  context: Context,
  { userId }: { readonly userId: string },
): Promise<UserWithWorkspaces> {
  const caller = requireCaller(context);
  const user = await loadUser(context, userId);
  requireOwner(caller);
  await refuseLastOwner(context, user);
  const { db, now } = context;
  const before = await withOwnWorkspaces(context, user);
  await db.deleteFrom("membership").where("user_id", "=", userId).execute();
  for (const own of ["flag", "saved_view"] as const) {
    await db
      .deleteFrom(own)
      .where("user_key", "in", (from) => from.selectFrom("user").select("key").where("id", "=", userId))
      .execute();
  }
  await db
    .updateTable("user")
    // The column is unique; a space cannot stand in a key.
    .set({ deleted_at: now(), api_key: `deleted ${userId}`, password_hash: "" })
    .where("id", "=", userId)
    .execute();
  return before;
}

/** Asked in the transaction of the deletion, so that two owners cannot take each other out. */
async function refuseLastOwner({ db }: Context, user: User): Promise<void> {
  if (user.role !== "owner") return;
  const another = await db
    .selectFrom("user")
    .select("key")
    .where("role", "=", "owner")
    .where("deleted_at", "is", null)
    .where("id", "!=", user.id)
    .limit(1)
    .executeTakeFirst();
  if (another) return;
  throw new Refusal(
    "conflict",
    `\`${user.username}\` is the last owner and cannot be deleted; make another owner first`,
  );
}
