import type { Person } from "@postil/domain/accounts/people";
import { noteAudit } from "../../storage/audit.ts";
import { endInvitation } from "../../storage/invitations.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { refuseLastOwner } from "../users/refuse-last-owner.ts";
import { loadPerson } from "./load-people.ts";
import { refuseOwnAccount, requirePerson } from "./require-person.ts";

/**
 * Keeps a person out: no sign-in and no keys. Name, answers and all they keep stay; it can be undone
 * (design/administration.md#people).
 */
export async function deactivatePerson(context: Context, { userId }: { readonly userId: string }): Promise<Person> {
  const user = await requirePerson(context, userId);
  refuseOwnAccount(context, user, "deactivated");
  const person = await loadPerson(context, userId);
  if (person.state === "deactivated") return person;
  await refuseLastOwner(context, user, "deactivated");
  await context.db.updateTable("user").set({ deactivated_at: context.now() }).where("id", "=", userId).execute();
  await endSessions(context, userId, "deactivated");
  await endInvitation(context.db, userId, context.now());
  await noteAudit(context, { kind: "person_deactivated", person });
  return loadPerson(context, userId);
}
