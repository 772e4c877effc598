import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { createClock } from "../../storage/clock.ts";
import { migrate } from "../../storage/sqlite/database.ts";
import { kyselyOver } from "../../storage/sqlite/dialect.ts";
import { ROWS_OF_DATASET } from "../../storage/sqlite/remove-rows.ts";
import type { Context } from "../../storage/store.ts";
import { purgeDeleted, STEP } from "./purge-deleted.ts";

const RECORDS = 2 * STEP + 1;

let database: DatabaseSync;
let context: Context;
beforeEach(async () => {
  database = new DatabaseSync(":memory:");
  await migrate(database, async () => {});
  context = { db: kyselyOver(database), caller: null, now: createClock() };
});

function fill(datasetKey: number): void {
  database.exec(`
    with recursive seq(n) as (select 0 union all select n + 1 from seq where n < ${RECORDS - 1})
    insert into vector select ${datasetKey}, kind.column1, n, x'00', 1 from seq, (values (1), (2)) as kind;
    with recursive seq(n) as (select 0 union all select n + 1 from seq where n < ${RECORDS - 1})
    insert into suggestion (dataset_key, seq, question_key, id, value, inserted_at, updated_at)
    select ${datasetKey}, n, 7, ${datasetKey} || '-' || n, '1', 1, 1 from seq;
    insert into live_block values (${datasetKey}, 0, 1, x'01');
    insert into user_counts (dataset_key, user_key) values (${datasetKey}, 1);
  `);
}

const count = (table: string, where: string): number =>
  Number(database.prepare(`select count(*) as n from ${table} where ${where}`).get()?.n);

async function purgeAll(): Promise<number> {
  let steps = 0;
  while (await purgeDeleted(context)) steps++;
  return steps;
}

test("FSE-27 what belonged to a deleted dataset goes in steps; other datasets keep theirs", async () => {
  fill(1);
  fill(2);
  database.exec("insert into purge (dataset_key) values (1)");
  const steps = await purgeAll();
  expect(steps).toBeGreaterThanOrEqual((3 * RECORDS) / STEP);
  for (const table of Object.keys(ROWS_OF_DATASET)) expect(count(table, "dataset_key = 1"), table).toBe(0);
  expect(count("vector", "dataset_key = 2")).toBe(2 * RECORDS);
  expect(count("suggestion", "dataset_key = 2")).toBe(RECORDS);
  expect(count("live_block", "dataset_key = 2")).toBe(1);
  expect(count("purge", "true")).toBe(0);
});

test("FEN-15 of deleted vector settings only their vectors go", async () => {
  fill(1);
  database.exec("insert into purge (dataset_key, vector_settings_key) values (1, 2)");
  await purgeAll();
  expect(count("vector", "vector_settings_key = 2")).toBe(0);
  expect(count("vector", "vector_settings_key = 1")).toBe(RECORDS);
  expect(count("suggestion", "true")).toBe(RECORDS);
});

test("FSE-27 every table that goes by the key of a dataset is among those that are purged", () => {
  const tables = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name <> 'purge'
       and exists (select 1 from pragma_table_info(sqlite_master.name) as col where col.name = 'dataset_key') order by name`,
    )
    .all()
    .map((row) => row.name);
  expect(tables).toEqual(Object.keys(ROWS_OF_DATASET).sort());
});
