import { DatabaseSync } from "node:sqlite";
import { ROWS_OF_DATASET } from "../../src/storage/keys.ts";
import type { TestServer } from "./start-test-server.ts";

const OF_DATASET = `dataset_key in (select key from dataset where id = ?1 union
  select key from deleted_dataset where dataset_id = ?1 union select dataset_key from job where dataset_id = ?2)`;

/** Counts the rows with the key of a dataset, deleted or not, directly in the server's file. */
export function rowsOfDataset(file: string, datasetId: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const count = (table: string) =>
    database.prepare(`select count(*) as n from ${table} where ${OF_DATASET}`).get(datasetId, datasetId)?.n;
  const sum = Object.keys(ROWS_OF_DATASET).reduce((total, table) => total + Number(count(table)), 0);
  database.close();
  return sum;
}

/** The same in the database of a server, whichever engine it has. */
export async function rowsOfDatasetIn({ sql }: Pick<TestServer, "sql">, datasetId: string): Promise<number> {
  const of = OF_DATASET.replaceAll(/\?\d/g, "?");
  let sum = 0;
  for (const table of Object.keys(ROWS_OF_DATASET)) {
    const [row] = await sql(`select count(*) as n from ${table} where ${of}`, datasetId, datasetId, datasetId);
    sum += Number(row?.n);
  }
  return sum;
}

/** Counts the remaining records with a lower number. */
export function recordsBefore(file: string, datasetId: string, seq: number): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database
    .prepare(`select count(*) as n from record where ${OF_DATASET} and seq < ?3`)
    .get(datasetId, datasetId, seq);
  database.close();
  return Number(row?.n);
}
