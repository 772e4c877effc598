import type { Selectable } from "kysely";
import { changeLive } from "./blocks.ts";
import { type FamilyOfRecords, removeSearched } from "./family.ts";
import { FEEDBACK } from "./feedback-family.ts";
import { addFilterValues } from "./filter-values.ts";
import { countResponses } from "./response-writes.ts";
import type { WriteContext } from "./store.ts";
import type { Db, DeletedRecordsTable, Seqs } from "./tables.ts";
import { TASKS } from "./task-family.ts";
import { takeWriteMark } from "./vectors.ts";

/** Moves records out of their dataset and back, in the caller's transaction: with all rows that belong to them (BIN-07). */

export type RecordsOf = {
  readonly family: FamilyOfRecords["datasets"];
  /** `id` is used only in feedback datasets. */
  readonly dataset: { readonly key: number; readonly id: string };
  /** The key under which they are while they are deleted. */
  readonly deletedKey: number;
};

export const familyOf = (family: RecordsOf["family"]): FamilyOfRecords => (family === "dataset" ? FEEDBACK : TASKS);

/** Hides records. Returns their size. */
export async function hideRecords(
  context: WriteContext,
  { family, dataset, deletedKey }: RecordsOf,
  seqs: Seqs,
): Promise<{ readonly records: number; readonly answers: number; readonly bytes: number }> {
  const { db } = context;
  const { key } = dataset;
  const at = await takeWriteMark(context, key);
  const parts = await familyOf(family).parts(db, dataset);
  const sizes = await parts.sizes(key, seqs);
  const answers = await countResponses(context, { datasetKey: key, storedAt: key }, seqs, false);
  await removeSearched(db, key, parts, seqs);
  await db.rows.move({ from: key, to: deletedKey, vectors: parts.vectors, at }, seqs);
  await changeLive(db, { table: family, key }, seqs, false);
  await db.changes.note(key, "values", seqs); // their times are gone too
  return { records: seqs.length, answers, bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) };
}

/** Shows hidden records again, as they were. Nothing that has their ids may be in the dataset. Returns how many answers they have. */
export async function showRecords(
  context: WriteContext,
  { family, dataset, deletedKey }: RecordsOf,
  seqs: Seqs,
): Promise<number> {
  if (seqs.length === 0) return 0;
  const { db } = context;
  const { key } = dataset;
  const at = await takeWriteMark(context, key);
  await removeOfDeleted(context, deletedKey, seqs);
  const { searched, vectors } = await familyOf(family).parts(db, dataset);
  const { texts, values } = await searched(deletedKey, seqs);
  const answers = await countResponses(context, { datasetKey: key, storedAt: deletedKey }, seqs, true);
  await db.rows.move({ from: deletedKey, to: key, vectors, at }, seqs);
  await changeLive(db, { table: family, key }, seqs, true);
  await db.text.add(key, texts);
  await addFilterValues(db, key, values);
  await db.changes.note(key, "values", seqs);
  return answers;
}

/** Drafts and flags of people who were deleted meanwhile do not come back. */
async function removeOfDeleted({ db }: WriteContext, key: number, seqs: Seqs): Promise<void> {
  for (const table of ["response", "flag"] as const)
    await db
      .deleteFrom(table)
      .where("dataset_key", "=", key)
      .where("seq", "in", seqs)
      .where("user_key", "in", (from) => from.selectFrom("user").select("key").where("deleted_at", "is not", null))
      .$if(table === "response", (query) => query.where("status", "=", "draft"))
      .execute();
}

type Deletion = Pick<Selectable<DeletedRecordsTable>, "key" | "family" | "dataset_key">;
type Named = { readonly seq: number; readonly name: string | null };

/** The records of a family with the names that no two of a dataset have: external ids, or ids of task records. */
function namedRecords(db: Db, family: Deletion["family"], key: number) {
  const [table, name] = family === "dataset" ? ["record", "external_id"] : ["task_record", "id"];
  // The types of Kysely see no single table in two.
  const records = db.selectFrom(`${table as "record"} as own`).where("own.dataset_key", "=", key);
  return { records, name: `own.${name as "external_id"}` as const };
}

/** The next records of a deletion. */
export function namesFrom(
  db: Db,
  { key, family }: Deletion,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Named[]> {
  const { records, name } = namedRecords(db, family, key);
  return records
    .select(["seq", `${name} as name`])
    .where("seq", ">=", from)
    .orderBy("seq")
    .limit(most)
    .execute();
}

/** The names that records of the dataset have now. */
export async function takenNames(
  db: Db,
  { family, dataset_key }: Deletion,
  of: readonly Pick<Named, "name">[],
): Promise<Set<string>> {
  const { records, name } = namedRecords(db, family, dataset_key);
  const names = of.flatMap((record) => record.name ?? []);
  if (names.length === 0) return new Set();
  const rows = await records.select(`${name} as name`).where(name, "in", names).execute();
  return new Set(rows.flatMap((row) => row.name ?? []));
}

/** The number of records of a deletion whose names other records of the dataset have now. */
export async function countTaken(db: Db, { key, family, dataset_key }: Deletion): Promise<number> {
  const gone = namedRecords(db, family, key);
  const { records, name } = namedRecords(db, family, dataset_key);
  const names = gone.records.select(`${gone.name} as name`).as("gone");
  const { count } = await db
    .selectFrom(names)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(({ exists, ref }) => exists(records.select("own.seq").where(name, "=", ref("gone.name"))))
    .executeTakeFirstOrThrow();
  return count;
}
