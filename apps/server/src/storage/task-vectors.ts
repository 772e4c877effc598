import type { VectorFacts } from "@postil/domain/tasks/task-record";
import { asFloats, parseWithNames } from "@postil/domain/text/json-text";
import type { Insertable, Kysely, Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import type { Context } from "./store.ts";
import type { Tables, TaskVectorTable, VectorTable } from "./tables.ts";
import type { StoredTaskRecord } from "./task-records.ts";
import { vectorFromBytes, vectorToBytes } from "./vector-bytes.ts";
import { putVectors } from "./vector-writes.ts";
import { vectorsAt } from "./vectors-at.ts";
import { writeMark } from "./write-mark.ts";

/** The vectors of task records: the names are stored here, the numbers in the vector table of both families. */

export type TaskVectorKind = Pick<Selectable<TaskVectorTable>, "key" | "name" | "dimensions">;

/** Numbers by the name of the vector. */
export type VectorNumbers = { readonly [name: string]: readonly number[] };

const kindsOf = compiled((db, datasetKey: number) =>
  db
    .selectFrom("task_vector")
    .select(["key", "name", "dimensions"])
    .where("dataset_key", "=", datasetKey)
    .orderBy("key"),
);

/** The kinds by name, in the order in which they were first logged. */
export async function loadTaskVectorKinds(
  db: Kysely<Tables>,
  datasetKey: number,
): Promise<ReadonlyMap<string, TaskVectorKind>> {
  return new Map((await kindsOf(db, datasetKey)).map((kind) => [kind.name, kind]));
}

/** Adds new kinds; the rules have already allowed them. */
export async function addTaskVectorKinds(
  db: Kysely<Tables>,
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
  { db, now }: Pick<Context, "db" | "now">,
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
  db: Kysely<Tables>,
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

/** The numbers of the vectors, by record number. */
export async function readVectorNumbers(
  db: Kysely<Tables>,
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
  db: Kysely<Tables>,
  datasetKey: number,
  records: readonly StoredTaskRecord[],
): Promise<string[]> {
  const vectors = await readTaskVectors(db, datasetKey, records);
  return records.map(({ seq, document }) => {
    const own = vectors.get(seq);
    return own ? `${document.slice(0, -1)},"vectors":${JSON.stringify(own)}}` : document;
  });
}
