import type { FieldValues } from "@postil/domain/records/record";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export type TextOfRecord = { readonly seq: number; readonly fields: FieldValues };

/** The texts of a range of records. */
export async function readTexts(
  db: Kysely<Tables>,
  datasetKey: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<TextOfRecord[]> {
  const rows = await db
    .selectFrom("record")
    .select(["seq", "fields"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", ">=", from)
    .where("seq", "<", to)
    .execute();
  return rows.map(({ seq, fields }) => ({ seq, fields: JSON.parse(fields) }));
}
