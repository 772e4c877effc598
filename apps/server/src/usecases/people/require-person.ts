import { mayEndAccount, mayManagePeople, maySetPassword } from "@postil/domain/accounts/policies";
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

/** What ends somebody's access nobody does to themselves. */
export function refuseOwnAccount(
  context: Context,
  { id, username }: Pick<User, "id" | "username">,
  done: "deactivated" | "deleted",
): void {
  if (mayEndAccount(requireCaller(context), id)) return;
  throw new Refusal("conflict", `\`${username}\` is your own account; it can be ${done} by another owner`);
}

/** Somebody who is to have another password: a page left open, or a key, is not enough for one's own (AUT-14). */
export async function requireForPassword(context: Context, userId: string): Promise<User> {
  const person = await requirePerson(context, userId);
  if (maySetPassword(requireCaller(context), userId)) return person;
  throw new Refusal(
    "conflict",
    `\`${person.username}\` is your own account; change its password in User settings, or let another owner set one`,
  );
}
