import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { maySeePeople } from "@postil/domain/accounts/policies";
import type { Context } from "../../storage/store.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { findOwner } from "../users/find-owner.ts";
import { loadPeople } from "./load-people.ts";

/** `ask`: the name of an owner, for those who may not add anybody themselves. */
export type People = { readonly people: readonly Person[]; readonly ask: string | null };

/** Everybody whom the caller may see in the administration, oldest first (ROL-12, design/administration.md#people). */
export async function listPeople(context: Context): Promise<People> {
  const caller = requireCaller(context);
  if (!maySeePeople(caller)) throw forbidden();
  const people = await loadPeople(context, caller);
  if (caller.role === "owner") return { people, ask: null };
  const owner = await findOwner(context, { username: "" });
  return { people, ask: owner && fullName(owner) };
}
