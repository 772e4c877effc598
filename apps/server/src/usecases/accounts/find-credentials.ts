import type { User } from "@postil/domain/accounts/users";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";

export type Credentials = { readonly user: User; readonly passwordHash: string };

/** What proves that somebody is the user of this name; null when there is none. Names are case-sensitive. */
export async function findCredentials(
  { db }: Context,
  { username }: { readonly username: string },
): Promise<Credentials | null> {
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("username", "=", username)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ? { user: userFromRow(row), passwordHash: row.password_hash } : null;
}
