import type { Db } from "./tables.ts";

/** What the columns of the file that was added last became, with the dataset of either family. */

export async function rememberColumns(db: Db, datasetKey: number, columns: readonly object[]): Promise<void> {
  const row = { dataset_key: datasetKey, columns: JSON.stringify(columns) };
  await db
    .insertInto("file_columns")
    .values(row)
    .onConflict((there) => there.column("dataset_key").doUpdateSet({ columns: row.columns }))
    .execute();
}

/** In the form in which the family of the dataset remembers them. */
export async function readColumns<C extends readonly object[]>(db: Db, datasetKey: number): Promise<C> {
  const row = await db
    .selectFrom("file_columns")
    .select("columns")
    .where("dataset_key", "=", datasetKey)
    .executeTakeFirst();
  return JSON.parse(row?.columns ?? "[]") as C; // as it was stored
}
