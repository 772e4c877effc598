import type { Keys } from "@postil/domain/accounts/api-keys";
import type { Context } from "../../storage/store.ts";
import { listKeys } from "../api-keys/list-keys.ts";
import { requirePerson } from "./require-person.ts";

/** The keys of a person, by name and ending alone, so that an owner sees which one to revoke (ROL-12). */
export async function listPersonKeys(context: Context, { userId }: { readonly userId: string }): Promise<Keys> {
  return listKeys(context, (await requirePerson(context, userId)).id);
}
