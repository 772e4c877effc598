import { DatabaseSync } from "node:sqlite";
import { ROWS_OF_DATASET } from "../../src/storage/sqlite/remove-rows.ts";

/** How many rows go by the key of a dataset, there or deleted, looked at from beside the server. */
export function rowsOfDataset(file: string, datasetId: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const count = (table: string) =>
    database
      .prepare(
        `select count(*) as n from ${table} where dataset_key in
         (select key from dataset where id = ? union select dataset_key from job where dataset_id = ?)`,
      )
      .get(datasetId, datasetId)?.n;
  const sum = Object.keys(ROWS_OF_DATASET).reduce((total, table) => total + Number(count(table)), 0);
  database.close();
  return sum;
}
