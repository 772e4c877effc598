import type { ApiKey, KeyUse } from "@postil/domain/accounts/api-keys";
import type { Selectable } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { ApiKeyTable, KeyUseTable } from "../../storage/tables.ts";

type Row = Omit<Selectable<ApiKeyTable>, "hash" | "user_key">;

export const apiKeyFromRow = (row: Row, use: KeyUse): ApiKey => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  insertedAt: row.inserted_at,
  expiresAt: row.expires_at,
  ...use,
});

/** How many keys everybody has beside the named ones: that of the wire. */
export const FIRST_KEY = 1;

export const NOT_USED: KeyUse = { lastUsedAt: null, lastUsedBy: null };

/** When some keys were used last, by their ids; of those that were not, nothing. */
export async function readKeyUses(
  { db }: Pick<Context, "db">,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, KeyUse>> {
  const rows = await db.selectFrom("key_use").selectAll().where("key_id", "in", keyIds).execute();
  return new Map(rows.map((row) => [row.key_id, useFromRow(row)]));
}

const useFromRow = ({ used_at, used_by }: Selectable<KeyUseTable>): KeyUse => ({
  lastUsedAt: used_at,
  lastUsedBy: used_by,
});
