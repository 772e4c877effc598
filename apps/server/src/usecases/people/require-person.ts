import { mayEndAccount, mayManagePeople } from "@postil/domain/accounts/policies";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadUser } from "../users/load-user.ts";

/** Before anything else is looked at. */
export function requireManagerOfPeople(context: Context): void {
  if (!mayManagePeople(requireCaller(context))) throw forbidden();
}

/** The person that an owner's call names; others are refused before it is looked up. */
export async function requirePerson(context: Context, userId: string): Promise<User> {
  requireManagerOfPeople(context);
  return loadUser(context, userId);
}

/** The same for what ends their access: nobody does that to themselves. */
export async function requireOtherPerson(
  context: Context,
  userId: string,
  done: "deactivated" | "deleted",
): Promise<User> {
  const person = await requirePerson(context, userId);
  if (mayEndAccount(requireCaller(context), userId)) return person;
  throw new Refusal("conflict", `\`${person.username}\` is your own account; it can be ${done} by another owner`);
}
