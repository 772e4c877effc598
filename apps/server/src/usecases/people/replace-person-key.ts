import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { newApiKey } from "../accounts/api-key.ts";
import { requirePerson } from "./require-person.ts";

/** Gives a person another API key; the one before stops at once (ROL-12). */
export async function replacePersonKey(context: Context, { userId }: { readonly userId: string }): Promise<string> {
  const person = await requirePerson(context, userId);
  const apiKey = newApiKey();
  await context.db
    .updateTable("user")
    .set({ api_key: apiKey, updated_at: context.now() })
    .where("id", "=", userId)
    .execute();
  await context.db.deleteFrom("key_use").where("key_id", "=", userId).execute();
  await noteAudit(context, { kind: "key_replaced", person, told: { name: null } });
  return apiKey;
}
