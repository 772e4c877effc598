import type { Person } from "@postil/domain/accounts/people";
import type { Context } from "../../storage/store.ts";
import { type CreateUser, createUser } from "../users/create-user.ts";
import { loadPerson } from "./load-people.ts";
import { requireManagerOfPeople } from "./require-person.ts";
import { workspacesById } from "./workspaces-by-id.ts";

export type CreatePerson = Omit<CreateUser, "workspaces"> & { readonly workspaceIds: readonly string[] };

/** Creates a person in some workspaces, at once (ROL-12). */
export async function createPerson(context: Context, { workspaceIds, ...user }: CreatePerson): Promise<Person> {
  requireManagerOfPeople(context);
  const workspaces = await workspacesById(context, workspaceIds);
  const made = await createUser(context, { ...user, workspaces: workspaces.map(({ name }) => name) });
  return loadPerson(context, made.user.id);
}
