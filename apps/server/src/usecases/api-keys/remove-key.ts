import type { ApiKey } from "@postil/domain/accounts/api-keys";
import type { AuditPerson } from "@postil/domain/accounts/audit";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { apiKeyFromRow, NOT_USED, readKeyUses } from "./own-keys.ts";

type KeyOf = {
  readonly keyId: string;
  readonly userId: string;
  /** Whose it is, where that is not the caller. */
  readonly person?: AuditPerson;
};

/** Ends a named key of a user; returns it as it was. Somebody else's is as unknown as one that is not there. */
export async function removeKey(context: Context, { keyId, userId, person }: KeyOf): Promise<ApiKey> {
  const { db } = context;
  const row = await db
    .deleteFrom("api_key")
    .where("id", "=", keyId)
    .where("user_key", "=", (from) => from.selectFrom("user").select("key").where("id", "=", userId))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found", `API key with id \`${keyId}\` not found`);
  const use = (await readKeyUses(context, [keyId])).get(keyId) ?? NOT_USED;
  await db.deleteFrom("key_use").where("key_id", "=", keyId).execute();
  const told = { name: row.name, lastUsed: use.lastUsedAt };
  await noteAudit(context, { kind: "key_revoked", told, ...(person && { person }) });
  return apiKeyFromRow(row, use);
}
