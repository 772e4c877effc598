import type { StoredSizes } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import { compiled } from "./compiled.ts";
import { inChunks, partsBySize } from "./parts.ts";
import { type DocumentSize, partSizes, type SizedPart, sizesById, sizesBySeq, sizesOfSuggestions } from "./sizes.ts";
import { rowsOf } from "./statements.ts";
import type { Db, Seqs } from "./tables.ts";
import { together } from "./together.ts";
import { loadTaskVectorKinds } from "./vectors.ts";

/** Sizes of records, known without reading them: a few records may fill the memory. */

type VectorKinds = ReadonlyMap<string, { readonly dimensions: number }>;

/**
 * Bytes of the documents and vectors of task records, by record number; missing records have no entry. `kinds`: those of the
 * records' own dataset, if they are stored under another key.
 */
export const taskRecordSizes = (db: Db, datasetKey: number, seqs: Seqs, kinds?: VectorKinds) =>
  sizesOf(db, datasetKey, seqs, sizesBySeq, ({ seq }) => seq, kinds);

export const taskRecordSizesById = (db: Db, datasetKey: number, ids: readonly string[]) =>
  sizesOf(db, datasetKey, ids, sizesById, ({ id }) => id);

async function sizesOf<K>(
  db: Db,
  datasetKey: number,
  keys: readonly K[],
  read: (db: Db, datasetKey: number, keys: readonly K[]) => Promise<DocumentSize[]>,
  keyOf: (size: DocumentSize) => K,
  kinds?: VectorKinds,
): Promise<ReadonlyMap<K, number>> {
  const found: DocumentSize[] = [];
  const [known] = await together([
    kinds ?? loadTaskVectorKinds(db, datasetKey),
    inChunks(keys, async (some) => found.push(...(await read(db, datasetKey, some)))),
  ]);
  const vectors = vectorBytes(known.values());
  return new Map(found.map((size) => [keyOf(size), size.bytes + (size.hasVectors ? vectors : 0)]));
}

/** Four bytes per number; a record has at most one vector of each name. */
export const vectorBytes = (kinds: Iterable<{ readonly dimensions: number }>): number =>
  [...kinds].reduce((sum, { dimensions }) => sum + 4 * dimensions, 0);

/** Maximum bytes that one step of a job reads or writes: some tens of milliseconds, then other writes get their turn. */
export const STEP_BYTES = 4 * 2 ** 20;
/** Maximum bytes of the records in one reply. */
export const PAGE_BYTES = 64 * 2 ** 20;

/** The first task records whose total size is at most `most`; at least one. */
export async function firstTaskRecordsWithin(
  db: Db,
  datasetKey: number,
  seqs: Seqs,
  most: number,
): Promise<readonly number[]> {
  const sizes = await taskRecordSizes(db, datasetKey, seqs);
  const [first = []] = partsBySize(seqs, (seq) => sizes.get(seq) ?? 0, most);
  return first;
}

type SizedParts = { readonly [P in SizedPart]: boolean };

/** Bytes of some parts of each record. */
export async function sizesOfParts(
  db: Db,
  datasetKey: number,
  seqs: Seqs,
  wanted: SizedParts,
): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>();
  const [first, ...more] = (["fields", "responses", "suggestions"] as const).filter((part) => wanted[part]);
  if (first === undefined) return sizes;
  for (const { seq, bytes } of await partSizes([first, ...more])(db, datasetKey, seqs))
    sizes.set(seq, (sizes.get(seq) ?? 0) + bytes);
  return sizes;
}

/** Refuses a page that is too large to hold and to send. A single record is always allowed (API-40). */
export async function refuseLargePage(
  db: Db,
  datasetKey: number,
  seqs: Seqs,
  parts: Omit<SizedParts, "fields">,
): Promise<void> {
  if (seqs.length < 2) return;
  const sizes = await sizesOfParts(db, datasetKey, seqs, { ...parts, fields: true });
  const found = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (found <= PAGE_BYTES) return;
  const detail = `These ${seqs.length} records would be ${found} bytes, at most ${PAGE_BYTES} go into one reply; ask for fewer`;
  throw new Refusal("unprocessable", detail);
}

const withVector = compiled((db, datasetKey: number, key: number, seqs: Seqs) =>
  rowsOf(db, "vector", { dataset_key: datasetKey, vector_settings_key: key }).select("seq").where("seq", "in", seqs),
);

/** The keys of a dataset and of its questions, by their ids, and vectors, by their names. */
type Keys = {
  readonly dataset: number;
  readonly questions: ReadonlyMap<string, number>;
  readonly vectors: ReadonlyMap<string, number>;
};

/** The names of the vectors that some records have, by the records' numbers. */
export async function readStoredVectors(
  db: Db,
  { dataset, vectors }: Omit<Keys, "questions">,
  seqs: Seqs,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const found = new Map(seqs.map((seq) => [seq, new Set<string>()]));
  await inChunks([...found.keys()], async (some) => {
    for (const [name, key] of vectors)
      for (const { seq } of await withVector(db, dataset, key, some)) found.get(seq)?.add(name);
  });
  return found;
}

/** The existing data of some records, by record number: sizes of suggestions and names of vectors. */
export async function readStoredSizes(db: Db, keys: Keys, seqs: Seqs): Promise<ReadonlyMap<number, StoredSizes>> {
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
