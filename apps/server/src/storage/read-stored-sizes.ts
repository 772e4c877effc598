import type { StoredSizes } from "@postil/domain/records/record-rules";
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

/** The names of the vectors that some records have, by the records' numbers. */
export async function readStoredVectors(
  db: Kysely<Tables>,
  { dataset, vectors }: RecordKeys,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const found = new Map(seqs.map((seq) => [seq, new Set<string>()]));
  await inChunks([...found.keys()], async (some) => {
    for (const [name, key] of vectors)
      for (const { seq } of await withVector(db, dataset, key, some)) found.get(seq)?.add(name);
  });
  return found;
}

/** The existing data of some records, by record number: sizes of suggestions and names of vectors. */
export async function readStoredSizes(
  db: Kysely<Tables>,
  keys: RecordKeys,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, StoredSizes>> {
  const vectors = await readStoredVectors(db, keys, seqs);
  const suggestions = new Map([...vectors.keys()].map((seq) => [seq, new Map<string, number>()]));
  const ids = new Map([...keys.questions].map(([id, key]) => [key, id]));
  await inChunks([...vectors.keys()], async (some) => {
    for (const { seq, question_key, bytes } of await sizesOfSuggestions(db, keys.dataset, some))
      suggestions.get(seq)?.set(ids.get(question_key) ?? "", bytes);
  });
  return new Map(
    [...vectors].map(([seq, names]) => [seq, { suggestions: suggestions.get(seq) ?? new Map(), vectors: names }]),
  );
}
