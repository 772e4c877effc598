import { leavesAnOwner } from "@postil/domain/accounts/policies";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { cameIn, signInFacts } from "../people/load-people.ts";

type Done = "deleted" | "deactivated" | "given another role";

/** Asked in the transaction of the change, so that two owners cannot take each other out. */
export async function refuseLastOwner({ db }: Context, user: User, done: Done): Promise<void> {
  const others = await db
    .selectFrom("user")
    .select(["role", "deactivated_at", "password_hash", "provider"])
    .select(cameIn)
    .where("role", "=", "owner")
    .where("deleted_at", "is", null)
    .where("id", "!=", user.id)
    .execute();
  if (
    leavesAnOwner(
      user,
      others.map((row) => ({ role: row.role, ...signInFacts(row) })),
    )
  )
    return;
  throw new Refusal(
    "conflict",
    `\`${user.username}\` is the last owner and cannot be ${done}; make another owner first`,
  );
}
