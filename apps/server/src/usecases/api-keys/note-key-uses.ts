import { programOf } from "@postil/domain/accounts/program-of";
import type { Micros } from "@postil/domain/time";
import { noteAudit } from "../../storage/audit.ts";
import type { Caller, Context, RequestOrigin } from "../../storage/store.ts";
import { readKeyUses } from "./own-keys.ts";

/** That somebody showed a key. `keyId`: null of a first key. */
export type KeyUsed = {
  readonly by: Pick<Caller, "key" | "id" | "username">;
  readonly keyId: string | null;
  readonly at: Micros;
  readonly from: RequestOrigin;
};

/**
 * Notes when keys were used last, and by what; that a named one is used at all goes into the audit trail. Keys that are gone
 * meanwhile are passed over. Not open to requests.
 */
export async function noteKeyUses(context: Context, uses: readonly KeyUsed[]): Promise<void> {
  for (const use of uses) {
    const isThere = use.keyId === null ? await isUser(context, use.by.id) : await noteFirstUse(context, use.keyId, use);
    if (!isThere) continue;
    const used = { used_at: use.at, used_by: programOf(use.from.userAgent) };
    await context.db
      .insertInto("key_use")
      .values({ key_id: use.keyId ?? use.by.id, ...used })
      .onConflict((row) => row.column("key_id").doUpdateSet(used))
      .execute();
  }
}

const isUser = async ({ db }: Context, id: string): Promise<boolean> => {
  const users = db.selectFrom("user").select("id").where("deleted_at", "is", null);
  return (await users.where("id", "=", id).executeTakeFirst()) !== undefined;
};

/** Whether there still is such a key. */
async function noteFirstUse(context: Context, keyId: string, { by, from }: KeyUsed): Promise<boolean> {
  const key = await context.db.selectFrom("api_key").select("name").where("id", "=", keyId).executeTakeFirst();
  if (key && !(await readKeyUses(context, [keyId])).has(keyId))
    await noteAudit(context, { kind: "key_used_first", told: { name: key.name } }, { ...by, from });
  return key !== undefined;
}
