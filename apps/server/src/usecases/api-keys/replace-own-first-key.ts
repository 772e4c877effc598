import { endingOf } from "@postil/domain/accounts/api-keys";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { newApiKey } from "../accounts/api-key.ts";
import { requireAccount } from "../require-account.ts";

/** Gives the caller another first key; the one there was, which they name by its ending, lets nobody in any more. */
export async function replaceOwnFirstKey(context: Context, { ending }: { readonly ending: string }): Promise<string> {
  const { key, id } = requireAccount(context);
  const { api_key: before } = await context.db
    .selectFrom("user")
    .select("api_key")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (endingOf(before) !== ending)
    throw new Refusal(
      "conflict",
      `Your first API key ends in \`${endingOf(before)}\` and not in \`${ending.slice(0, 20)}\``,
    );
  const apiKey = newApiKey();
  await context.db
    .updateTable("user")
    .set({ api_key: apiKey, updated_at: context.now() })
    .where("key", "=", key)
    .execute();
  await context.db.deleteFrom("key_use").where("key_id", "=", id).execute();
  await noteAudit(context, { kind: "key_replaced", told: { name: null } });
  return apiKey;
}
