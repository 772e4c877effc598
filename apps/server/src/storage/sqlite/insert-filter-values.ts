import type { Kysely } from "kysely";
import type { FilterValue } from "../filter-targets.ts";
import type { Tables } from "../tables.ts";
import { insertRows } from "./insert-rows.ts";

const VALUES = { head: "insert into filter_value (target, value, seq, dataset_key)", width: 4 };

export async function insertFilterValues(
  db: Kysely<Tables>,
  datasetKey: number,
  values: readonly FilterValue[],
): Promise<void> {
  await insertRows(db, VALUES, values, (row, column) => row[column] ?? datasetKey);
}
