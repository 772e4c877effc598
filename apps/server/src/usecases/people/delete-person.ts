import { removeDrafts } from "../../storage/remove-drafts.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { deleteUser } from "../users/delete-user.ts";
import { requireOtherPerson } from "./require-person.ts";

/** Deletes a person with what they had only begun; their answers stay, without a name (ROL-12, design/administration.md#people). */
export async function deletePerson(context: Context, { userId }: { readonly userId: string }): Promise<void> {
  await requireOtherPerson(context, userId, "deleted");
  await deleteUser(context, { userId });
  const { key } = await context.db.selectFrom("user").select("key").where("id", "=", userId).executeTakeFirstOrThrow();
  await removeDrafts(context, key, requireCaller(context).key);
}
