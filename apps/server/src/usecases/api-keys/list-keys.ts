import { endingOf, type Keys } from "@postil/domain/accounts/api-keys";
import type { Context } from "../../storage/store.ts";
import { apiKeyFromRow, NOT_USED, readKeyUses } from "./own-keys.ts";

/** The keys of a person, the newest first, and what is told of the first. */
export async function listKeys({ db }: Pick<Context, "db">, userId: string): Promise<Keys> {
  const users = db.selectFrom("user").select(["key", "api_key"]);
  const user = await users.where("id", "=", userId).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("api_key")
    .selectAll()
    .where("user_key", "=", user.key)
    .orderBy("inserted_at", "desc")
    .execute();
  const uses = await readKeyUses({ db }, [userId, ...rows.map((row) => row.id)]);
  const useOf = (keyId: string) => uses.get(keyId) ?? NOT_USED;
  const first = { ending: endingOf(user.api_key), ...useOf(userId) };
  return { first, items: rows.map((row) => apiKeyFromRow(row, useOf(row.id))) };
}
