import type { Context } from "./store.ts";
import { writeTaskRecords } from "./task-record-writes.ts";
import { documentOf, findTaskRecords, lastLogOf, readTaskRecords } from "./task-records.ts";
import { loadTaskTargets, putTaskTargets } from "./task-targets.ts";
import { addTaskVectorKinds, loadTaskVectorKinds, readVectorNumbers } from "./task-vectors.ts";

/** From one dataset to another, by their keys. */
export type Copying = { readonly from: number; readonly to: number };

/** What records that are copied have to agree with: kinds of metadata and lengths of vectors, also those of records that are gone. */
export async function copyKinds({ db }: Pick<Context, "db">, { from, to }: Copying): Promise<void> {
  await putTaskTargets(db, to, [...(await loadTaskTargets(db, from)).values()]);
  const vectors = [...(await loadTaskVectorKinds(db, from)).values()];
  await addTaskVectorKinds(db, to, new Map(vectors.map(({ name, dimensions }) => [name, dimensions])));
}

/** Writes some records of one dataset into the other, behind those there are, unless one of the same id is there by now. */
export async function copyTaskRecords(
  context: Pick<Context, "db" | "now">,
  { from, to }: Copying,
  seqs: readonly number[],
): Promise<void> {
  const { db } = context;
  const stored = await readTaskRecords(db, from, seqs);
  const ids = stored.map(({ id }) => id);
  const there = await findTaskRecords(db, to, ids);
  const numbers = await readVectorNumbers(db, from, stored);
  const writes = stored
    .filter(({ id }) => !there.has(id))
    .map((row) => ({
      document: documentOf(row),
      lastLog: lastLogOf(row),
      vectors: numbers.get(row.seq) ?? {},
      seq: null,
    }));
  await writeTaskRecords(context, to, writes);
}
