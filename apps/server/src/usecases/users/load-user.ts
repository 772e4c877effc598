import type { User } from "@postil/domain/accounts/users";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";

/**
 * A user who was not deleted. `otherwise` says what an unknown id means: a missing entity when the path named it, a
 * refused value when the body did.
 */
export async function loadUser({ db }: Context, userId: string, otherwise: RefusalCode = "not_found"): Promise<User> {
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new Refusal(otherwise, `User with id \`${userId}\` not found`, { type: "User", name: userId });
  return userFromRow(row);
}
