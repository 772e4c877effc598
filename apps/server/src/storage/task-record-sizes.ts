import type { Kysely } from "kysely";
import { inChunks } from "./in-chunks.ts";
import { type DocumentSize, sizesById, sizesBySeq } from "./sqlite/document-sizes.ts";
import type { Tables } from "./tables.ts";
import { loadTaskVectorKinds } from "./task-vectors.ts";

/** How much there is to read of task records, told without reading it: a few of them may be all that memory holds. */

/** Bytes of the documents of records and of their vectors, by their numbers; what is not there has none. */
export const sizesOfRecords = (db: Kysely<Tables>, datasetKey: number, seqs: readonly number[]) =>
  sizesOf(db, datasetKey, seqs, sizesBySeq, ({ seq }) => seq);

/** The same by their ids. */
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

/** Four for each number; a record has those of each name at most. */
const vectorBytes = (kinds: Iterable<{ readonly dimensions: number }>): number =>
  [...kinds].reduce((sum, { dimensions }) => sum + 4 * dimensions, 0);

/** Of some records those of a call or a step: in their order, and no more than `most` bytes, but for one that has more by itself. */
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

/** What one step of a job reads or writes at most: some tens of milliseconds, after which other writes have their turn. */
export const STEP_BYTES = 4 * 2 ** 20;
/** What the records of one reply have at most. */
export const PAGE_BYTES = 64 * 2 ** 20;

/** The first of some records that are together no larger than `most`; one at least. */
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
