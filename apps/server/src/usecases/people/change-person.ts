import { fullName } from "@postil/domain/accounts/full-name";
import { factsOf, type Person, type PersonFacts, sameFacts } from "@postil/domain/accounts/people";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { refuseLastOwner } from "../users/refuse-last-owner.ts";
import { insertMembership } from "../workspaces/insert-membership.ts";
import { loadPerson } from "./load-people.ts";
import { requirePerson } from "./require-person.ts";
import { workspacesById } from "./workspaces-by-id.ts";

export type ChangePerson = {
  readonly userId: string;
  readonly change: { readonly [F in keyof PersonFacts]?: PersonFacts[F] | undefined };
  /** What the change was made from; null: from whatever is there. */
  readonly seen: PersonFacts | null;
};

/**
 * Changes names, role and workspaces of a person at once (ROL-12). What somebody else has changed since it was looked at is
 * not written over. With another role they sign in again.
 */
export async function changePerson(context: Context, { userId, change, seen }: ChangePerson): Promise<Person> {
  const user = await requirePerson(context, userId);
  const before = await loadPerson(context, userId);
  if (seen !== null && !sameFacts(seen, factsOf(before)))
    throw new Refusal("conflict", `\`${before.username}\` was changed by somebody else meanwhile`);
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: PersonFacts = { ...factsOf(before), ...Object.fromEntries(given) };
  if (after.role !== "owner") await refuseLastOwner(context, user, "given another role");
  await changeMemberships(context, before, after.workspaceIds);
  await changeUser(context, before, after);
  return loadPerson(context, userId);
}

async function changeUser(context: Context, before: Person, after: PersonFacts): Promise<void> {
  const { firstName, lastName, role } = after;
  if (sameFacts({ ...factsOf(before), firstName, lastName, role }, factsOf(before))) return;
  await context.db
    .updateTable("user")
    .set({ first_name: firstName, last_name: lastName, role, updated_at: context.now() })
    .where("id", "=", before.id)
    .execute();
  const [was, is] = [fullName(before), fullName({ ...after, username: before.username })];
  if (was !== is) await noteAudit(context, { kind: "person_changed", person: before, told: { from: was, to: is } });
  if (role === before.role) return;
  await endSessions(context, before.id, "role");
  await noteAudit(context, { kind: "role_changed", person: before, told: { from: before.role, to: role } });
}

async function changeMemberships(context: Context, person: Person, workspaceIds: readonly string[]): Promise<void> {
  const wanted = await workspacesById(context, workspaceIds);
  const had = new Set(person.workspaces.map(({ id }) => id));
  const kept = new Set(wanted.map(({ id }) => id));
  for (const { id, name } of wanted.filter((one) => !had.has(one.id))) {
    await insertMembership(context, { workspaceId: id, userId: person.id });
    await noteAudit(context, { kind: "membership_added", person, told: { workspace: name } });
  }
  for (const { id, name } of person.workspaces.filter((one) => !kept.has(one.id))) {
    await context.db.deleteFrom("membership").where("workspace_id", "=", id).where("user_id", "=", person.id).execute();
    await noteAudit(context, { kind: "membership_removed", person, told: { workspace: name } });
  }
}
