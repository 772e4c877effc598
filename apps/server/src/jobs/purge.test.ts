import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { createClock } from "../storage/clock.ts";
import { ROWS_OF_DATASET } from "../storage/keys.ts";
import { migrate } from "../storage/sqlite/database.ts";
import { engineOver } from "../storage/sqlite/engine.ts";
import { migrations } from "../storage/sqlite/migrations/index.ts";
import type { Context } from "../storage/store.ts";
import type { Purged } from "./job-kind.ts";
import { PURGE_STEP } from "./purge.ts";
import { createSteps } from "./steps.fixture.ts";

const RECORDS = 2 * PURGE_STEP + 1;

let database: DatabaseSync;
let context: Context;
beforeEach(async () => {
  database = new DatabaseSync(":memory:");
  await migrate(database, async () => {});
  context = { db: engineOver(database), caller: null, now: createClock() };
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

const addPurge = (datasetKey: number, about: Purged, total: number | null = null) =>
  database
    .prepare(
      `insert into job (id, name, dataset_key, about, total, state, inserted_at, updated_at)
       values (?, 'purge', ?, ?, ?, 'waiting', 1, 1)`,
    )
    .run(`job ${datasetKey} ${JSON.stringify(about)}`, datasetKey, JSON.stringify(about), total);

const purgeAll = async (): Promise<number> => (await createSteps(context).takeAll()).length;

test("contract/own.md#jobs what belonged to a deleted dataset goes in steps; other datasets keep theirs", async () => {
  fill(1);
  fill(2);
  addPurge(1, { vectorSettingsKey: null, target: null });
  const steps = await purgeAll();
  expect(steps).toBeGreaterThanOrEqual((3 * RECORDS) / PURGE_STEP);
  for (const table of Object.keys(ROWS_OF_DATASET)) expect(count(table, "dataset_key = 1"), table).toBe(0);
  expect(count("vector", "dataset_key = 2")).toBe(2 * RECORDS);
  expect(count("suggestion", "dataset_key = 2")).toBe(RECORDS);
  expect(count("live_block", "dataset_key = 2")).toBe(1);
  expect(count("job", "state <> 'done'")).toBe(0);
});

test("contract/own.md#jobs a purge goes along the records: none that it is past has anything left, and it ends at the number of all", async () => {
  fill(1);
  database.exec(`insert into filter_value select 1, column1, column2, seq from suggestion, (values (4, 'a'), (9, 2))`);
  addPurge(1, { vectorSettingsKey: null, target: null }, RECORDS);
  const past = new Set<number>();
  await createSteps(context).takeAll(1000, () => {
    const done = Number(database.prepare("select done from job").get()?.done);
    for (const table of ["vector", "suggestion", "filter_value"]) expect(count(table, `seq < ${done}`)).toBe(0);
    expect(done).toBeGreaterThanOrEqual(Math.max(0, ...past));
    past.add(done);
  });
  // Five rows per record, 250 rows per step.
  expect(past.size).toBeGreaterThan(RECORDS / PURGE_STEP);
  expect(Math.max(...past)).toBe(RECORDS);
});

test("contract/own.md#jobs what is removed is found along an index, however much there is", async () => {
  fill(1);
  addPurge(1, { vectorSettingsKey: null, target: null }, RECORDS);
  const asked = new Set<string>();
  const prepare = database.prepare.bind(database);
  database.prepare = (text) => {
    asked.add(text);
    return prepare(text);
  };
  await purgeAll();
  database.prepare = prepare;
  const ofRows = [...asked].filter((text) => /"seq"|seq|dataset_key/.test(text) && !text.includes('"job"'));
  expect(ofRows.length).toBeGreaterThan(20);
  for (const text of ofRows) {
    const plan = prepare(`explain query plan ${text}`).all(...Array<number>(text.split("?").length - 1).fill(1));
    const steps = plan.map(({ detail }) => String(detail)).filter((step) => !/^SCAN found$/.test(step));
    expect(
      steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step)),
      text,
    ).toEqual([]);
  }
});

test("FEN-15 of deleted vector settings only their vectors go", async () => {
  fill(1);
  addPurge(1, { vectorSettingsKey: 2, target: null });
  await purgeAll();
  expect(count("vector", "vector_settings_key = 2")).toBe(0);
  expect(count("vector", "vector_settings_key = 1")).toBe(RECORDS);
  expect(count("suggestion", "true")).toBe(RECORDS);
});

test("contract/own.md#jobs every table that goes by the key of a dataset is among those that are purged", () => {
  const tables = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name <> 'job'
       and exists (select 1 from pragma_table_info(sqlite_master.name) as col where col.name = 'dataset_key') order by name`,
    )
    .all()
    .map((row) => row.name);
  expect(tables).toEqual([...Object.keys(ROWS_OF_DATASET), "deleted_records"].sort());
});

test("contract/own.md#jobs what an older version had still to remove is removed by jobs", async () => {
  const older = new DatabaseSync(":memory:");
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === "jobs"),
  );
  for (const { sql } of before) older.exec(sql);
  older.exec(`pragma user_version = ${before.length};
    insert into purge (dataset_key, vector_settings_key, target) values (1, 2, null), (1, null, 20), (1, null, null)`);
  await migrate(older, async () => {});
  const rows = await engineOver(older)
    .selectFrom("job")
    .select(["name", "about", "state", "workspace_id"])
    .orderBy("key")
    .execute();
  const waiting = { name: "purge", state: "waiting", workspace_id: null };
  expect(rows.map((row) => ({ ...row, about: JSON.parse(row.about) }))).toEqual([
    { ...waiting, about: { vectorSettingsKey: 2, target: null } },
    { ...waiting, about: { vectorSettingsKey: null, target: 20 } },
    { ...waiting, about: { vectorSettingsKey: null, target: null } },
  ]);
});

test("HOK-07 what was told of a dataset goes with it; what waits, and what was told of others, stays", async () => {
  database.exec(`
    insert into webhook (key, id, url, secret, events, enabled, inserted_at, updated_at) values (5, 'w', 'u', 's', '[]', 1, 1, 1);
    insert into webhook_about values (1, '{}'), (2, '{}');
    insert into webhook_event values (1, 'a', 't', 1, 'a text', 1), (2, 'b', 't', 1, 'waits', 2), (3, 'c', 't', 1, 'other', 2);
    insert into webhook_delivery (webhook_key, event_key, lane, bytes, since, ended_at)
    values (5, 1, 1, 1, 1, 1), (5, 2, 1, 1, 1, null), (5, 3, 2, 1, 1, 1);
  `);
  addPurge(1, { vectorSettingsKey: null, target: null });
  await purgeAll();
  const told = database.prepare("select told from webhook_event order by key").all();
  expect(told.map((row) => row.told)).toEqual(["waits", "other"]);
  expect([count("webhook_delivery", "true"), count("webhook_about", "true")]).toEqual([2, 1]);
});
