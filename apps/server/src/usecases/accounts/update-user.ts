import type { Role, User } from "@postil/domain/accounts/users";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { changePerson, requirePerson, resetPassword } from "./people.ts";
import { loadUser, type OfUser, refuseTakenUsername, setUser } from "./users.ts";

type UpdateUser = OfUser & {
  /** An absent member stays as it is. */
  readonly change: {
    readonly username?: string | undefined;
    readonly firstName?: string | undefined;
    readonly lastName?: string | null | undefined;
    readonly role?: Role | undefined;
    readonly passwordHash?: string | undefined;
  };
};

/**
 * Changes a user in one step, as clients 2.x do (API-61): the rules are those of a person in the administration. Records and
 * rules of task datasets keep the name that they were written under.
 */
async function updateUser(context: Context, { userId, change }: UpdateUser): Promise<User> {
  const user = await requirePerson(context, userId);
  const { username, passwordHash, ...facts } = change;
  if (username !== undefined && username !== user.username) await rename(context, user, username);
  await changePerson(context, { userId, change: facts, seen: null });
  if (passwordHash !== undefined) await resetPassword(context, { userId, passwordHash });
  return loadUser(context, userId);
}

async function rename(context: Context, user: User, username: string): Promise<void> {
  await refuseTakenUsername(context, username);
  await setUser(context, user.id, { username, updated_at: context.now() });
  await noteAudit(context, { kind: "person_changed", person: user, told: { from: user.username, to: username } });
}

export const updateUserCalls = { writes: { updateUser } };
