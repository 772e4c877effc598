import type { VectorValues } from "@postil/domain/records/record";
import type { Insertable } from "kysely";
import { keyOf, type RecordKeys } from "./record-keys.ts";
import { putRows } from "./sqlite/put-rows.ts";
import type { Context } from "./store.ts";
import type { VectorTable } from "./tables.ts";
import { vectorToBytes } from "./vector-bytes.ts";
import { writeMark } from "./write-mark.ts";

export type RecordVectors = { readonly seq: number; readonly vectors: VectorValues };

/** For both families. */
export const putVectors = putRows("vector", {
  columns: ["dataset_key", "vector_settings_key", "seq", "value", "written_at"],
  over: { key: ["dataset_key", "vector_settings_key", "seq"], take: ["value", "written_at"] },
});

/** Writes vectors of records, one per name; vectors with other names stay. */
export async function upsertVectors(
  { db, now }: Pick<Context, "db" | "now">,
  keys: RecordKeys,
  records: readonly RecordVectors[],
): Promise<void> {
  const written_at = writeMark({ now });
  const rows = new Map<string, Insertable<VectorTable>>();
  for (const { seq, vectors } of records) {
    for (const [name, vector] of Object.entries(vectors)) {
      const key = keyOf(keys.vectors, name);
      const value = vectorToBytes(vector);
      rows.set(`${seq} ${key}`, { dataset_key: keys.dataset, vector_settings_key: key, seq, value, written_at });
    }
  }
  await putVectors(db, [...rows.values()]);
}
