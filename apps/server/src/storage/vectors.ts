import { byName } from "@postil/domain/objects";
import type { VectorValues } from "@postil/domain/records/record";
import type { VectorFacts } from "@postil/domain/tasks/task-record";
import { asFloats, parseWithNames } from "@postil/domain/text/json-text";
import type { Micros } from "@postil/domain/time";
import type { Insertable } from "kysely";
import { compiled } from "./compiled.ts";
import { insertRows, putRows, rowsOf } from "./statements.ts";
import type { WriteContext } from "./store.ts";
import type { Db, Seqs, VectorTable } from "./tables.ts";
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
const vectorsAt = compiled((db, datasetKey: number, key: number, seqs: Seqs) =>
  rowsOf(db, "vector", { dataset_key: datasetKey, vector_settings_key: key })
    .select(["seq", "value"])
    .where("seq", "in", seqs),
);

/**
 * The mark that a write leaves on its rows. Copies in memory read all rows above the highest mark they have seen. So a mark
 * must be higher than all marks of earlier commits: the dataset is locked from taking the mark until the commit. Otherwise one
 * writer could take its mark first and commit last, below a mark that a copy has already read.
 */
export async function takeWriteMark({ db, now }: WriteContext, datasetKey: number): Promise<Micros> {
  await db.lock.dataset(datasetKey);
  return now();
}

export type RecordVectors = { readonly seq: number; readonly vectors: VectorValues };

const putVectors = putRows("vector", {
  columns: ["dataset_key", "vector_settings_key", "seq", "value", "written_at"],
  over: { key: ["dataset_key", "vector_settings_key", "seq"], take: ["value", "written_at"] },
});

/**
 * Writes vectors of records, one per name; vectors with other names stay. A record may occur several times: its last vector of
 * a name counts. `keyOf`: the key of the kind with this name.
 */
export async function upsertVectors(
  context: WriteContext,
  datasetKey: number,
  records: readonly RecordVectors[],
  keyOf: (name: string, vector: readonly number[]) => number,
): Promise<void> {
  const written_at = await takeWriteMark(context, datasetKey);
  const rows = new Map<string, Insertable<VectorTable>>();
  for (const { seq, vectors } of records) {
    for (const [name, vector] of Object.entries(vectors)) {
      const key = keyOf(name, vector);
      const value = vectorToBytes(vector);
      rows.set(`${seq} ${key}`, { dataset_key: datasetKey, vector_settings_key: key, seq, value, written_at });
    }
  }
  await putVectors(context.db, [...rows.values()]);
}

type VectorKind = { readonly key: number; readonly name: string; readonly dimensions: number };

/** The vectors of these kinds by record number, each under the name of its kind. */
export async function readVectors(
  db: Db,
  datasetKey: number,
  kinds: Iterable<VectorKind>,
  seqs: Seqs,
): Promise<Map<number, { [name: string]: number[] }>> {
  const found = new Map<number, { [name: string]: number[] }>();
  if (seqs.length === 0) return found;
  for (const { key, name, dimensions } of kinds) {
    for (const { seq, value } of await vectorsAt(db, datasetKey, key, seqs)) {
      const own = found.get(seq) ?? byName<number[]>();
      own[name] = vectorFromBytes(value, dimensions);
      found.set(seq, own);
    }
  }
  return found;
}

const kindsOf = compiled((db, datasetKey: number) =>
  rowsOf(db, "task_vector", { dataset_key: datasetKey }).select(["key", "name", "dimensions"]).orderBy("key"),
);

/** The kinds of a task dataset by name, in the order in which they were first logged. */
export async function loadTaskVectorKinds(db: Db, datasetKey: number): Promise<ReadonlyMap<string, VectorKind>> {
  return new Map((await kindsOf(db, datasetKey)).map((kind) => [kind.name, kind]));
}

/** Adds new kinds; the rules have already allowed them. */
export async function addTaskVectorKinds(
  db: Db,
  datasetKey: number,
  dimensions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, VectorKind>> {
  const known = await loadTaskVectorKinds(db, datasetKey);
  const missing = [...dimensions].filter(([name]) => !known.has(name));
  if (missing.length === 0) return known;
  const added = missing.map(([name, dimensions]) => ({ dataset_key: datasetKey, name, dimensions }));
  await insertRows(db, "task_vector", added);
  return loadTaskVectorKinds(db, datasetKey);
}

/** Writes vectors of task records, whose kinds are added as they occur. */
export async function writeTaskVectors(
  context: WriteContext,
  datasetKey: number,
  records: readonly RecordVectors[],
): Promise<void> {
  const all = records.flatMap(({ vectors }) => Object.entries(vectors));
  if (all.length === 0) return;
  const kinds = await addTaskVectorKinds(
    context.db,
    datasetKey,
    new Map(all.map(([name, { length }]) => [name, length])),
  );
  await upsertVectors(context, datasetKey, records, (name, { length }) => {
    const kind = kinds.get(name);
    if (kind?.dimensions !== length) throw new Error(`Vector '${name}' was not checked before it was written.`);
    return kind.key;
  });
}

/** The numbers of the vectors of task records, by record number and name. */
export async function readTaskVectors(
  db: Db,
  datasetKey: number,
  records: readonly StoredTaskRecord[],
): Promise<ReadonlyMap<number, VectorValues>> {
  const seqs = records.flatMap(({ seq, vectors }) => (vectors === null ? [] : seq));
  if (seqs.length === 0) return new Map();
  return readVectors(db, datasetKey, (await loadTaskVectorKinds(db, datasetKey)).values(), seqs);
}

/** What was logged of each vector, and its numbers. */
type WholeVectors = { [name: string]: VectorFacts & { readonly value?: readonly number[] } };

/** The complete raw documents as JSON, joined as text without parsing. */
export async function wholeDocuments(
  db: Db,
  datasetKey: number,
  records: readonly StoredTaskRecord[],
): Promise<string[]> {
  const numbers = await readTaskVectors(db, datasetKey, records);
  return records.map(({ seq, document, vectors }) => {
    if (vectors === null) return document;
    const whole = parseWithNames(vectors) as WholeVectors; // as they were logged
    for (const [name, vector] of Object.entries(numbers.get(seq) ?? {}))
      whole[name] = { value: asFloats(vector), ...whole[name] };
    return `${document.slice(0, -1)},"vectors":${JSON.stringify(whole)}}`;
  });
}
