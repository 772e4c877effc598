import { leavesAnOwner } from "@postil/domain/accounts/policies";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";

type Done = "deleted" | "deactivated" | "given another role";

/** Asked in the transaction of the change, so that two owners cannot take each other out. */
export async function refuseLastOwner({ db }: Context, user: User, done: Done): Promise<void> {
  const others = await db
    .selectFrom("user")
    .select(["role", "deactivated_at", "password_hash"])
    .where("role", "=", "owner")
    .where("deleted_at", "is", null)
    .where("id", "!=", user.id)
    .execute();
  const known = others.map(({ role, deactivated_at, password_hash }) => ({
    role,
    canSignIn: deactivated_at === null && password_hash !== NO_PASSWORD,
  }));
  if (leavesAnOwner(user, known)) return;
  throw new Refusal(
    "conflict",
    `\`${user.username}\` is the last owner and cannot be ${done}; make another owner first`,
  );
}
