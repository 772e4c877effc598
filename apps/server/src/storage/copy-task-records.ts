import type { Context } from "./store.ts";
import { writeTaskRecords } from "./task-record-writes.ts";
import { documentOf, findTaskRecords, lastLogOf, readTaskRecords } from "./task-records.ts";
import { loadTaskTargets, putTaskTargets } from "./task-targets.ts";
import { addTaskVectorKinds, loadTaskVectorKinds, readVectorNumbers } from "./task-vectors.ts";

/** The source and the target dataset, by their keys. */
export type Copying = { readonly from: number; readonly to: number };

/** Copies the metadata kinds and vector lengths, which the copied records must fit. Kinds of deleted records are included. */
export async function copyKinds({ db }: Pick<Context, "db">, { from, to }: Copying): Promise<void> {
  await putTaskTargets(db, to, [...(await loadTaskTargets(db, from)).values()]);
  const vectors = [...(await loadTaskVectorKinds(db, from)).values()];
  await addTaskVectorKinds(db, to, new Map(vectors.map(({ name, dimensions }) => [name, dimensions])));
}

/** Appends some records of one dataset to the other, except records whose id already exists there. */
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
