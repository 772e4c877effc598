import type { Role, User } from "@postil/domain/accounts/users";
import { newId } from "../../new-id.ts";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { newApiKey } from "../accounts/api-key.ts";

export type NewUser = {
  readonly firstName: string;
  readonly lastName: string | null;
  readonly username: string;
  readonly role: Role;
  readonly passwordHash: string;
  /** Absent: a random one. */
  readonly apiKey?: string | undefined;
  /** Who they are at the provider through which the account is created; absent: it is created here. */
  readonly identity?: Identity;
};

/** A person as a provider knows them. */
export type Identity = { readonly provider: string; readonly subject: string };

/** Stores a user whose name is known to be free. */
export async function insertUser({ db, now }: Context, user: NewUser): Promise<User> {
  const at = now();
  const row = await db
    .insertInto("user")
    .values({
      id: newId(),
      first_name: user.firstName,
      last_name: user.lastName,
      username: user.username,
      role: user.role,
      api_key: user.apiKey ?? newApiKey(),
      password_hash: user.passwordHash,
      inserted_at: at,
      updated_at: at,
      deleted_at: null,
      ...user.identity,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return userFromRow(row);
}
