import { type ApiKey, endingOf, type Keys, type KeyUse, keyExpires, MOST_KEYS } from "@postil/domain/accounts/api-keys";
import { type AuditPerson, programOf } from "@postil/domain/accounts/audit";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { Selectable } from "kysely";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { deleteRows, insertRows, rowsOf } from "../../storage/statements.ts";
import type { Caller, Context, RequestOrigin } from "../../storage/store.ts";
import type { ApiKeyTable } from "../../storage/tables-of-people.ts";
import { refuseLongerAccess, refuseMore, refuseTaken, requireAccount } from "../refuse.ts";
import { namedKeyHash, newApiKey, newNamedKey } from "./credentials.ts";
import { type OfUser, setUser } from "./users.ts";

/** Every user has one first key, the one of the wire, besides the named keys. */
export const FIRST_KEY = 1;

const apiKeyFromRow = (row: Omit<Selectable<ApiKeyTable>, "hash" | "user_key">, use: KeyUse): ApiKey => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  insertedAt: row.inserted_at,
  expiresAt: row.expires_at,
  ...use,
});

const NOT_USED: KeyUse = { lastUsedAt: null, lastUsedBy: null };

/** The last uses of some keys, by key id. Unused keys have no entry. */
async function readKeyUses({ db }: Context, keyIds: readonly string[]): Promise<ReadonlyMap<string, KeyUse>> {
  const rows = await db.selectFrom("key_use").selectAll().where("key_id", "in", keyIds).execute();
  return new Map(rows.map((row) => [row.key_id, { lastUsedAt: row.used_at, lastUsedBy: row.used_by }]));
}

/** The keys of a person, the newest first, and the ending and last use of the first key. */
export async function listKeys(context: Context, userId: string): Promise<Keys> {
  const { db } = context;
  const users = db.selectFrom("user").select(["key", "api_key"]);
  const user = await users.where("id", "=", userId).executeTakeFirstOrThrow();
  const keys = db.selectFrom("api_key").selectAll().where("user_key", "=", user.key);
  const rows = await keys.orderBy("inserted_at", "desc").execute();
  const uses = await readKeyUses(context, [userId, ...rows.map((row) => row.id)]);
  const useOf = (keyId: string) => uses.get(keyId) ?? NOT_USED;
  const first = { ending: endingOf(user.api_key), ...useOf(userId) };
  return { first, items: rows.map((row) => apiKeyFromRow(row, useOf(row.id))) };
}

const listOwnApiKeys = async (context: Context): Promise<Keys> => listKeys(context, requireAccount(context).id);

/** `days`: lifetime of the key; null means until it is revoked. */
type CreateOwnApiKey = { readonly name: string; readonly days: number | null };

/** Creates a named key for the caller. The key is returned only this once: the database stores only its hash. */
async function createOwnApiKey(
  context: Context,
  { name, days }: CreateOwnApiKey,
): Promise<{ readonly made: ApiKey; readonly key: string }> {
  const caller = requireAccount(context);
  const { db, now } = context;
  const at = now();
  const expiresAt = days === null ? null : keyExpires(at, days);
  refuseLongerAccess(caller, expiresAt);
  const own = db.selectFrom("api_key").where("user_key", "=", caller.key);
  await refuseTaken(
    context,
    ["named API key", caller.id, name],
    own.select("id").where("name", "=", name),
    () => new Refusal("conflict", `You have an API key with name \`${name}\` already`),
  );
  await refuseMore(own, MOST_KEYS, `At most ${MOST_KEYS} API keys can be had; revoke one first`);
  const key = newNamedKey();
  const row = { id: newId(), name, ending: endingOf(key), inserted_at: at, expires_at: expiresAt };
  await insertRows(db, "api_key", { ...row, user_key: caller.key, hash: namedKeyHash(key) });
  await noteAudit(context, { kind: "key_made", told: { name, until: expiresAt } });
  return { made: apiKeyFromRow(row, NOT_USED), key };
}

export type OfKey = { readonly keyId: string };

/**
 * Deletes a named key of a user, and returns it as it was. A key of another user counts as unknown. `person`: its owner, if
 * that is not the caller.
 */
export async function removeKey(
  context: Context,
  { keyId, userId }: OfKey & OfUser,
  person?: AuditPerson,
): Promise<ApiKey> {
  const { db } = context;
  const user = await rowsOf(db, "user", { id: userId }).select("key").executeTakeFirst();
  const keys = db
    .deleteFrom("api_key")
    .where("id", "=", keyId)
    .where("user_key", "=", user?.key ?? 0);
  const row = await keys.returningAll().executeTakeFirst();
  if (!row) throw new Refusal("not_found", `API key with id \`${keyId}\` not found`);
  const use = (await readKeyUses(context, [keyId])).get(keyId) ?? NOT_USED;
  await deleteRows(db, "key_use", { key_id: keyId });
  const told = { name: row.name, lastUsed: use.lastUsedAt };
  await noteAudit(context, { kind: "key_revoked", told, ...(person && { person }) });
  return apiKeyFromRow(row, use);
}

const deleteOwnApiKey = async (context: Context, { keyId }: OfKey): Promise<ApiKey> =>
  removeKey(context, { keyId, userId: requireAccount(context).id });

/** Replaces the first key of a user; the old key stops working. `person`: the user, if that is not the caller. */
export async function replaceFirstKey(context: Context, userId: string, person?: AuditPerson): Promise<string> {
  const apiKey = newApiKey();
  await setUser(context, userId, { api_key: apiKey, updated_at: context.now() });
  await deleteRows(context.db, "key_use", { key_id: userId });
  await noteAudit(context, { kind: "key_replaced", told: { name: null }, ...(person && { person }) });
  return apiKey;
}

/** Replaces the caller's first key, which the call names by its ending. */
async function replaceOwnFirstKey(context: Context, { ending }: Pick<ApiKey, "ending">): Promise<string> {
  const { key, id } = requireAccount(context);
  const users = context.db.selectFrom("user").select("api_key");
  const { api_key: before } = await users.where("key", "=", key).executeTakeFirstOrThrow();
  if (endingOf(before) !== ending)
    throw new Refusal(
      "conflict",
      `Your first API key ends in \`${endingOf(before)}\` and not in \`${ending.slice(0, 20)}\``,
    );
  return replaceFirstKey(context, id);
}

/** One use of a key. `keyId`: null means the first key. */
export type KeyUsed = {
  readonly by: Pick<Caller, "key" | "id" | "username">;
  readonly keyId: string | null;
  readonly at: Micros;
  readonly from: RequestOrigin;
};

/**
 * Stores the last use of keys: when, and by which program. The first use of a named key goes into the audit trail. Keys that
 * were deleted in the meantime are skipped. Not open to requests.
 */
async function noteKeyUses(context: Context, uses: readonly KeyUsed[]): Promise<void> {
  for (const use of uses) {
    const isThere = use.keyId === null ? await isUser(context, use.by.id) : await noteFirstUse(context, use.keyId, use);
    if (!isThere) continue;
    const used = { used_at: use.at, used_by: programOf(use.from.userAgent) };
    await context.db
      .insertInto("key_use")
      .values({ key_id: use.keyId ?? use.by.id, ...used })
      .onConflict((row) => row.column("key_id").doUpdateSet(used).where("key_use.used_at", "<", use.at))
      .execute();
  }
}

const isUser = async ({ db }: Context, id: string): Promise<boolean> => {
  const users = db.selectFrom("user").select("id").where("deleted_at", "is", null);
  return (await users.where("id", "=", id).executeTakeFirst()) !== undefined;
};

/** Returns true if the key still exists. */
async function noteFirstUse(context: Context, keyId: string, { by, from }: KeyUsed): Promise<boolean> {
  const key = await context.db.selectFrom("api_key").select("name").where("id", "=", keyId).executeTakeFirst();
  if (key && !(await readKeyUses(context, [keyId])).has(keyId))
    await noteAudit(context, { kind: "key_used_first", told: { name: key.name } }, { ...by, from });
  return key !== undefined;
}

export const apiKeyCalls = {
  reads: { listOwnApiKeys },
  writes: { createOwnApiKey, deleteOwnApiKey, replaceOwnFirstKey, noteKeyUses },
};
