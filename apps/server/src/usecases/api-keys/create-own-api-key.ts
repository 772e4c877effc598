import { type ApiKey, endingOf, keyExpires, MOST_KEYS } from "@postil/domain/accounts/api-keys";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { namedKeyHash, newNamedKey } from "../accounts/api-key.ts";
import { refuseLongerAccess } from "../accounts/refuse-longer-access.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireAccount } from "../require-account.ts";
import { apiKeyFromRow, NOT_USED } from "./own-keys.ts";

/** `days`: how long it works; null: until it is revoked. */
export type CreateOwnApiKey = { readonly name: string; readonly days: number | null };

/** Makes a key of the caller's. It is returned this once: what is kept does not tell it. */
export async function createOwnApiKey(
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
    own.select("id").where("name", "=", name),
    () => new Refusal("conflict", `You have an API key with name \`${name}\` already`),
  );
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (count >= MOST_KEYS)
    throw new Refusal("unprocessable", `At most ${MOST_KEYS} API keys can be had; revoke one first`);
  const key = newNamedKey();
  const row = { id: newId(), name, ending: endingOf(key), inserted_at: at, expires_at: expiresAt };
  await db
    .insertInto("api_key")
    .values({ ...row, user_key: caller.key, hash: namedKeyHash(key) })
    .execute();
  await noteAudit(context, { kind: "key_made", told: { name, until: expiresAt } });
  return { made: apiKeyFromRow(row, NOT_USED), key };
}
