import type { User } from "@postil/domain/accounts/users";
import { userFromRow } from "../../storage/rows.ts";
import { readBroughtCosts } from "../../storage/sqlite/brought-costs.ts";
import type { Context } from "../../storage/store.ts";

export type Credentials = { readonly user: User; readonly passwordHash: string; readonly isDeactivated: boolean };

export type FoundCredentials = {
  /** Null when there is nobody of this name. */
  readonly credentials: Credentials | null;
  /** Costs of the hashes that people here brought from another server and did not sign in with yet. */
  readonly broughtCosts: readonly number[];
};

/** What proves that somebody is the user of this name. Names are case-sensitive. */
export async function findCredentials(
  context: Context,
  { username }: { readonly username: string },
): Promise<FoundCredentials> {
  const row = await context.db
    .selectFrom("user")
    .selectAll()
    .where("username", "=", username)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const credentials = row
    ? { user: userFromRow(row), passwordHash: row.password_hash, isDeactivated: row.deactivated_at !== null }
    : null;
  return { credentials, broughtCosts: await readBroughtCosts(context.db) };
}
