import type { Kysely } from "kysely";
import { inChunks } from "./in-chunks.ts";
import { type DocumentSize, sizesById, sizesBySeq } from "./sqlite/document-sizes.ts";
import type { Tables } from "./tables.ts";
import { loadTaskVectorKinds } from "./task-vectors.ts";

/** Sizes of task records, known without reading them: a few records may fill the memory. */

/** Bytes of documents and vectors, by record number; missing records have no entry. */
export const sizesOfRecords = (db: Kysely<Tables>, datasetKey: number, seqs: readonly number[]) =>
  sizesOf(db, datasetKey, seqs, sizesBySeq, ({ seq }) => seq);

/** The same by record id. */
export const sizesOfIds = (db: Kysely<Tables>, datasetKey: number, ids: readonly string[]) =>
  sizesOf(db, datasetKey, ids, sizesById, ({ id }) => id);

async function sizesOf<K>(
  db: Kysely<Tables>,
  datasetKey: number,
  keys: readonly K[],
  read: (db: Kysely<Tables>, datasetKey: number, keys: readonly K[]) => Promise<DocumentSize[]>,
  keyOf: (size: DocumentSize) => K,
): Promise<ReadonlyMap<K, number>> {
  const vectors = vectorBytes((await loadTaskVectorKinds(db, datasetKey)).values());
  const sizes = new Map<K, number>();
  await inChunks(keys, async (some) => {
    for (const size of await read(db, datasetKey, some))
      sizes.set(keyOf(size), size.bytes + (size.hasVectors ? vectors : 0));
  });
  return sizes;
}

/** Four bytes per number; a record has at most one vector of each name. */
const vectorBytes = (kinds: Iterable<{ readonly dimensions: number }>): number =>
  [...kinds].reduce((sum, { dimensions }) => sum + 4 * dimensions, 0);

/**
 * Splits records into parts for one call or step: in order, and at most `most` bytes per part, except a single larger record.
 */
export function* partsBySize<T>(items: readonly T[], bytesOf: (item: T) => number, most: number): Generator<T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const own = bytesOf(item);
    if (part.length > 0 && bytes + own > most) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(item);
    bytes += own;
  }
  if (part.length > 0) yield part;
}

/** Maximum bytes that one step of a job reads or writes: some tens of milliseconds, then other writes get their turn. */
export const STEP_BYTES = 4 * 2 ** 20;
/** Maximum bytes of the records in one reply. */
export const PAGE_BYTES = 64 * 2 ** 20;

/** The first records whose total size is at most `most`; at least one. */
export async function firstWithin(
  db: Kysely<Tables>,
  datasetKey: number,
  seqs: readonly number[],
  most: number,
): Promise<readonly number[]> {
  const sizes = await sizesOfRecords(db, datasetKey, seqs);
  const [first = []] = partsBySize(seqs, (seq) => sizes.get(seq) ?? 0, most);
  return first;
}
