import { type Selectable, sql } from "kysely";
import type { Db, DeletedRecordsTable } from "../tables.ts";

/** The names of deleted records that no two records of a dataset have: external ids, or ids of task records. */

type Deletion = Pick<Selectable<DeletedRecordsTable>, "key" | "family" | "dataset_key">;

const NAMED = {
  dataset: { table: sql.table("record"), name: sql.ref("external_id") },
  task_dataset: { table: sql.table("task_record"), name: sql.ref("id") },
} as const;

type Named = { readonly seq: number; readonly name: string | null };

export async function namesFrom(
  db: Db,
  { key, family }: Deletion,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Named[]> {
  const { table, name } = NAMED[family];
  const { rows } = await sql<Named>`
    select seq, ${name} as name from ${table} where dataset_key = ${key} and seq >= ${from}
    order by seq limit ${most}`.execute(db);
  return rows;
}

export async function takenNames(
  db: Db,
  { family, dataset_key }: Deletion,
  records: readonly Pick<Named, "name">[],
): Promise<Set<string>> {
  const { table, name } = NAMED[family];
  const names = records.flatMap((record) => record.name ?? []);
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from ${table} where dataset_key = ${dataset_key} and ${name} in (${sql.join(names)})`.execute(
    db,
  );
  return new Set(rows.map((row) => row.name));
}

export async function countTaken(db: Db, { key, family, dataset_key }: Deletion): Promise<number> {
  const { table, name } = NAMED[family];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select ${name} as name from ${table} where dataset_key = ${key}) gone
    where exists (select 1 from ${table} where dataset_key = ${dataset_key} and ${name} = gone.name)`.execute(db);
  return rows[0]?.count ?? 0;
}

export const removesDraftsOf = (userKey: number) =>
  sql<boolean>`name = 'purge' and about ->> '$.draftsOf' = ${userKey}`;

export const movesThese = (key: number | ReturnType<typeof sql.ref>) =>
  sql<boolean>`(job.name = 'delete' and job.about ->> '$.kept' = ${key}
    or job.name = 'restore' and job.about ->> '$.deletedKey' = ${key})`;

export const isAtRest = (as: "deleted_records" | "gone") =>
  sql<boolean>`(${sql.ref(`${as}.state`)} = 'kept' or not exists (
    select 1 from job where job.state in ('waiting', 'running') and ${movesThese(sql.ref(`${as}.key`))}))`;
