import { KEY_PREFIX } from "@postil/domain/accounts/api-keys";
import { Refusal } from "@postil/domain/refusal";
import { type Micros, timeToText } from "@postil/domain/time";
import type { Selectable } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { UserTable } from "../../storage/tables.ts";
import { namedKeyHash } from "./key-secrets.ts";

/** A key that was shown. `id`: null of a first key. */
export type ShownKey = { readonly id: string | null; readonly expiresAt: Micros | null };

/** Whose this key is, by an index either way; null for nobody's. Refuses one that has expired. */
export async function loadKeyOwner(
  context: Context,
  apiKey: string,
): Promise<{ readonly row: Selectable<UserTable>; readonly key: ShownKey } | null> {
  const named = apiKey.startsWith(KEY_PREFIX) ? await loadNamed(context, apiKey) : null;
  if (named !== null) return named;
  const row = await users(context).where("api_key", "=", apiKey).executeTakeFirst();
  return row === undefined ? null : { row, key: { id: null, expiresAt: null } };
}

async function loadNamed(context: Context, apiKey: string) {
  const { db, now } = context;
  const key = await db
    .selectFrom("api_key")
    .select(["id", "user_key", "name", "expires_at as expiresAt"])
    .where("hash", "=", namedKeyHash(apiKey))
    .executeTakeFirst();
  if (!key) return null;
  if (key.expiresAt !== null && key.expiresAt <= now())
    throw new Refusal("unauthorized", `The API key \`${key.name}\` expired at ${timeToText(key.expiresAt)} UTC`);
  const row = await users(context).where("key", "=", key.user_key).executeTakeFirst();
  return row === undefined ? null : { row, key: { id: key.id, expiresAt: key.expiresAt } };
}

const users = ({ db }: Context) => db.selectFrom("user").selectAll().where("deleted_at", "is", null);
