import type { StoredSizes } from "@postil/domain/records/size-limits";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { inChunks } from "./in-chunks.ts";
import type { RecordKeys } from "./record-keys.ts";
import { sizesOfSuggestions } from "./sqlite/record-sizes.ts";
import type { Tables } from "./tables.ts";

const withVector = compiled((db, datasetKey: number, key: number, seqs: readonly number[]) =>
  db
    .selectFrom("vector")
    .select("seq")
    .where("dataset_key", "=", datasetKey)
    .where("vector_settings_key", "=", key)
    .where("seq", "in", seqs),
);

/** What some records have already, by their numbers: sizes of suggestions and names of vectors. */
export async function readStoredSizes(
  db: Kysely<Tables>,
  { dataset, questions, vectors }: RecordKeys,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, StoredSizes>> {
  const found = new Map(
    seqs.map((seq) => [seq, { suggestions: new Map<string, number>(), vectors: new Set<string>() }]),
  );
  const ids = new Map([...questions].map(([id, key]) => [key, id]));
  await inChunks([...found.keys()], async (some) => {
    for (const { seq, question_key, bytes } of await sizesOfSuggestions(db, dataset, some))
      found.get(seq)?.suggestions.set(ids.get(question_key) ?? "", bytes);
    for (const [name, key] of vectors) {
      for (const { seq } of await withVector(db, dataset, key, some)) found.get(seq)?.vectors.add(name);
    }
  });
  return found;
}
