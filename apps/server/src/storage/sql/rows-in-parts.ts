import { type RawBuilder, sql } from "kysely";
import type { Removed } from "../engine.ts";
import { ROWS_OF_DATASET, ROWS_OF_RECORDS } from "../keys.ts";
import type { Db } from "../tables.ts";
import { exactTarget } from "../value-sources.ts";

/** Removes the rows of a dataset in parts. How an engine removes some rows of many, it says itself. */

type Table = keyof typeof ROWS_OF_DATASET;

/** Removes at most `most` rows with a condition. Returns the number of removed rows. */
export type RemoveWhere = (db: Db, table: Table, where: RawBuilder<unknown>, most: number) => Promise<number>;

/** Rows that an index holds in record order. */
type Walk = { readonly table: Table; readonly where: RawBuilder<unknown> };

export const removalWith =
  (removeWhere: RemoveWhere) =>
  async (db: Db, removed: Removed, most: number): Promise<number | null> => {
    const walks = await left(db, await walksOf(db, removed));
    if (walks.length === 0) {
      const all = removed.vectorSettingsKey === null && removed.target === null;
      return all && (await removeRest(db, removeWhere, removed.datasetKey, most)) ? Number.POSITIVE_INFINITY : null;
    }
    const to = leastOf(walks) + most;
    let may = most;
    for (const { table, where } of walks) {
      if (may > 0) may -= await removeWhere(db, table, sql`${where} and seq < ${to}`, may);
    }
    return leastOf(await left(db, walks));
  };

async function walksOf(db: Db, { datasetKey, vectorSettingsKey, target }: Removed): Promise<Walk[]> {
  const ofDataset = sql`dataset_key = ${datasetKey}`;
  const by = (column: string, value: number) => sql`${ofDataset} and ${sql.ref(column)} = ${value}`;
  if (vectorSettingsKey !== null) return [{ table: "vector", where: by("vector_settings_key", vectorSettingsKey) }];
  if (target !== null)
    return [target, exactTarget(target)].map((one) => ({ table: "filter_value", where: by("target", one) }));
  const walks: Walk[] = [];
  for (const { table, by: column } of ROWS_OF_RECORDS) {
    if (column === null) walks.push({ table, where: ofDataset });
    else
      for (const value of await valuesOf(db, table, column, datasetKey))
        walks.push({ table, where: by(column, value) });
  }
  return walks;
}

/** The distinct values of the index column after the dataset key; each costs one lookup. */
async function valuesOf(db: Db, table: Table, column: string, datasetKey: number): Promise<number[]> {
  const value = sql.ref(column);
  const least = sql`select min(${value}) as value from ${sql.table(table)} where dataset_key = ${datasetKey}`;
  const { rows } = await sql<{ value: number }>`
    with recursive found (value) as (
      ${least} union all select (${least} and ${value} > found.value) from found where found.value is not null)
    select value from found where value is not null`.execute(db);
  return rows.map((row) => row.value);
}

/** The walks with rows left, each with its next record number. */
async function left(db: Db, walks: readonly Walk[]): Promise<readonly (Walk & { readonly at: number })[]> {
  const found: (Walk & { readonly at: number })[] = [];
  for (const { table, where } of walks) {
    // This condition is always true. It makes SQLite use the index with the right order instead of the smallest index.
    const { rows } = await sql<{ seq: number }>`
      select seq from ${sql.table(table)} where ${where} and seq >= 0 order by seq limit 1`.execute(db);
    for (const { seq } of rows) found.push({ table, where, at: seq });
  }
  return found;
}

const leastOf = (walks: readonly { readonly at: number }[]): number => Math.min(...walks.map(({ at }) => at));

/** Removes rows that belong to no record, one table per call. Returns true if there were any. */
async function removeRest(db: Db, removeWhere: RemoveWhere, datasetKey: number, most: number): Promise<boolean> {
  for (const table of Object.keys(ROWS_OF_DATASET) as Table[]) // its own keys
    if ((await removeWhere(db, table, sql`dataset_key = ${datasetKey}`, most)) > 0) return true;
  return false;
}
