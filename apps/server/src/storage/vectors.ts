import type { VectorValues } from "@postil/domain/records/record";
import type { VectorFacts } from "@postil/domain/tasks/task-record";
import { asFloats, parseWithNames } from "@postil/domain/text/json-text";
import type { Micros } from "@postil/domain/time";
import type { Insertable, Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import { keyOf, type RecordKeys } from "./keys.ts";
import { putRows } from "./sqlite/rows.ts";
import type { Context, WriteContext } from "./store.ts";
import type { Db, TaskVectorTable, VectorTable } from "./tables.ts";
import type { StoredTaskRecord } from "./task-records.ts";

/**
 * Stores vectors as bytes without any loss: four bytes per number if every number is an exact float32, otherwise eight, in
 * the machine's byte order (little endian wherever Postil is meant to run). The length tells which form it is, because the
 * vector settings know the dimensions.
 */
export function vectorToBytes(vector: readonly number[]): Uint8Array {
  const Width = surviveAsFloats(vector) ? Float32Array : Float64Array;
  // Uses the runtime's pool for small buffers: a separate allocation takes longer than filling the buffer.
  const bytes = Buffer.allocUnsafe(vector.length * Width.BYTES_PER_ELEMENT);
  const numbers = new Width(bytes.buffer, bytes.byteOffset, vector.length);
  for (let i = 0; i < vector.length; i++) numbers[i] = vector[i] ?? 0;
  return bytes;
}

function surviveAsFloats(vector: readonly number[]): boolean {
  for (let i = 0; i < vector.length; i++) if (Math.fround(vector[i] ?? 0) !== vector[i]) return false;
  return true;
}

/** The numbers of a stored vector with this number of dimensions, without a copy if possible. */
export function numbersOf(stored: Uint8Array, dimensions: number): Float32Array | Float64Array {
  // A typed array of numbers must begin at a multiple of its width.
  const { buffer, byteOffset } = stored.byteOffset % 8 === 0 ? stored : new Uint8Array(stored);
  const wide = stored.byteLength === dimensions * Float64Array.BYTES_PER_ELEMENT;
  return wide ? new Float64Array(buffer, byteOffset, dimensions) : new Float32Array(buffer, byteOffset, dimensions);
}

export function vectorFromBytes(stored: Uint8Array, dimensions: number): number[] {
  const numbers = numbersOf(stored, dimensions);
  const vector = new Array<number>(numbers.length); // a loop: Array.from goes through an iterator, ten times slower
  for (let i = 0; i < numbers.length; i++) vector[i] = numbers[i] ?? 0;
  return vector;
}

/** The vectors of one kind for some records of a dataset, for both families. */
export const vectorsAt = compiled((db, datasetKey: number, key: number, seqs: readonly number[]) =>
  db
    .selectFrom("vector")
    .select(["seq", "value"])
    .where("dataset_key", "=", datasetKey)
    .where("vector_settings_key", "=", key)
    .where("seq", "in", seqs),
);

/**
 * The mark that a write leaves on its rows. Copies in memory read all rows above the highest mark they have seen. So a mark
 * must be higher than all marks of earlier commits. The single writer guarantees that: it takes times and commits in the same
 * order. With several writers, one could take its mark first and commit last, below a mark that a copy has already read. Then
 * a lock must be held from taking the mark until the commit.
 */
const writeMark = ({ now }: Pick<Context, "now">): Micros => now();

export type RecordVectors = { readonly seq: number; readonly vectors: VectorValues };

const putVectors = putRows("vector", {
  columns: ["dataset_key", "vector_settings_key", "seq", "value", "written_at"],
  over: { key: ["dataset_key", "vector_settings_key", "seq"], take: ["value", "written_at"] },
});

/** Writes vectors of records, one per name; vectors with other names stay. */
export async function upsertVectors(
  { db, now }: WriteContext,
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

/** A kind of vectors of task records: its name is stored in `task_vector`, the numbers in the vector table of both families. */
type TaskVectorKind = Pick<Selectable<TaskVectorTable>, "key" | "name" | "dimensions">;

/** Numbers by the name of the vector. */
type VectorNumbers = { readonly [name: string]: readonly number[] };

const kindsOf = compiled((db, datasetKey: number) =>
  db
    .selectFrom("task_vector")
    .select(["key", "name", "dimensions"])
    .where("dataset_key", "=", datasetKey)
    .orderBy("key"),
);

/** The kinds by name, in the order in which they were first logged. */
export async function loadTaskVectorKinds(db: Db, datasetKey: number): Promise<ReadonlyMap<string, TaskVectorKind>> {
  return new Map((await kindsOf(db, datasetKey)).map((kind) => [kind.name, kind]));
}

/** Adds new kinds; the rules have already allowed them. */
export async function addTaskVectorKinds(
  db: Db,
  datasetKey: number,
  dimensions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, TaskVectorKind>> {
  const known = await loadTaskVectorKinds(db, datasetKey);
  const missing = [...dimensions].filter(([name]) => !known.has(name));
  if (missing.length === 0) return known;
  await db
    .insertInto("task_vector")
    .values(missing.map(([name, size]) => ({ dataset_key: datasetKey, name, dimensions: size })))
    .execute();
  return loadTaskVectorKinds(db, datasetKey);
}

/** Writes the numbers of vectors, one vector per name; vectors with other names stay. */
export async function writeTaskVectors(
  { db, now }: WriteContext,
  datasetKey: number,
  records: readonly { readonly seq: number; readonly vectors: VectorNumbers }[],
): Promise<void> {
  const laid = records.flatMap(({ seq, vectors }) =>
    Object.entries(vectors).map(([name, numbers]) => ({ seq, name, numbers })),
  );
  if (laid.length === 0) return;
  const sizes = new Map(laid.map(({ name, numbers }) => [name, numbers.length]));
  const kinds = await addTaskVectorKinds(db, datasetKey, sizes);
  const written_at = writeMark({ now });
  const rows = laid.map(({ seq, name, numbers }): Insertable<VectorTable> => {
    const kind = kinds.get(name);
    if (kind?.dimensions !== numbers.length) throw new Error(`Vector '${name}' was not checked before it was written.`);
    const at = { dataset_key: datasetKey, vector_settings_key: kind.key, seq };
    return { ...at, value: vectorToBytes(numbers), written_at };
  });
  await putVectors(db, rows);
}

type WholeVectors = { [name: string]: VectorFacts & { readonly value?: readonly number[] } };

/** The vectors by record number: the logged facts of each, and its numbers. */
async function readTaskVectors(
  db: Db,
  datasetKey: number,
  records: readonly StoredTaskRecord[],
): Promise<ReadonlyMap<number, WholeVectors>> {
  const found = new Map<number, WholeVectors>();
  for (const { seq, vectors } of records) if (vectors !== null) found.set(seq, parseWithNames(vectors) as WholeVectors);
  if (found.size === 0) return found;
  for (const { key, name, dimensions } of (await loadTaskVectorKinds(db, datasetKey)).values()) {
    for (const { seq, value } of await vectorsAt(db, datasetKey, key, [...found.keys()])) {
      const own = found.get(seq);
      if (own) own[name] = { value: asFloats(vectorFromBytes(value, dimensions)), ...own[name] };
    }
  }
  return found;
}

export async function readVectorNumbers(
  db: Db,
  datasetKey: number,
  records: readonly StoredTaskRecord[],
): Promise<ReadonlyMap<number, VectorNumbers>> {
  const found = new Map<number, [name: string, numbers: readonly number[]][]>();
  const seqs = records.flatMap(({ seq, vectors }) => (vectors === null ? [] : seq));
  if (seqs.length === 0) return new Map();
  for (const { key, name, dimensions } of (await loadTaskVectorKinds(db, datasetKey)).values()) {
    for (const { seq, value } of await vectorsAt(db, datasetKey, key, seqs)) {
      const own = found.get(seq) ?? [];
      own.push([name, vectorFromBytes(value, dimensions)]);
      found.set(seq, own);
    }
  }
  return new Map([...found].map(([seq, own]) => [seq, Object.fromEntries(own)]));
}

/** The complete raw documents as JSON, joined as text without parsing. */
export async function wholeDocuments(
  db: Db,
  datasetKey: number,
  records: readonly StoredTaskRecord[],
): Promise<string[]> {
  const vectors = await readTaskVectors(db, datasetKey, records);
  return records.map(({ seq, document }) => {
    const own = vectors.get(seq);
    return own ? `${document.slice(0, -1)},"vectors":${JSON.stringify(own)}}` : document;
  });
}
