import { Refusal } from "@postil/domain/refusal";
import type { Kysely } from "kysely";
import type { Tables } from "../../storage/tables.ts";

/**
 * An external id names one record of a dataset; an empty text is one too (contract api-v1 10.2, 11.4). Looked for and then
 * inserted, as in refuse-taken.ts.
 */
export async function refuseTakenExternalIds(
  db: Kysely<Tables>,
  datasetKey: number,
  records: readonly { readonly externalId: string | null }[],
): Promise<void> {
  const ids = records.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom("record")
    .select("external_id")
    .where("dataset_key", "=", datasetKey)
    .where("external_id", "in", ids)
    .execute();
  const there = new Set(rows.map((row) => row.external_id));
  // The bulk call refuses repeated ones by its schema; the older call comes here with them.
  const seen = new Set<string>();
  const taken = ids.filter((id) => there.has(id) || seen.size === seen.add(id).size);
  if (taken.length === 0) return;
  throw new Refusal("unprocessable", `found records with same external ids: ${[...new Set(taken)].join(", ")}`);
}
