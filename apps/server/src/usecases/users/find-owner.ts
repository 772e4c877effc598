import type { User } from "@postil/domain/accounts/users";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";

/**
 * The owner who can sign in that the process and the command line act for: the one of this name, else the oldest; null when there is
 * none left. Not open to requests.
 */
export async function findOwner(
  { db }: Context,
  { username }: { readonly username: string },
): Promise<(User & { readonly hasPassword: boolean }) | null> {
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("role", "=", "owner")
    .where("deleted_at", "is", null)
    .where("deactivated_at", "is", null)
    .orderBy((where) => where("username", "!=", username))
    .orderBy("inserted_at")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...userFromRow(row), hasPassword: row.password_hash !== NO_PASSWORD } : null;
}
