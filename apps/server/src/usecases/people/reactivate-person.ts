import type { Person } from "@postil/domain/accounts/people";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { loadPerson } from "./load-people.ts";
import { requirePerson } from "./require-person.ts";

/** Lets a person in again, with the password and the key they had. */
export async function reactivatePerson(context: Context, { userId }: { readonly userId: string }): Promise<Person> {
  await requirePerson(context, userId);
  const person = await loadPerson(context, userId);
  if (person.state !== "deactivated") return person;
  await context.db.updateTable("user").set({ deactivated_at: null }).where("id", "=", userId).execute();
  await noteAudit(context, { kind: "person_reactivated", person });
  return loadPerson(context, userId);
}
