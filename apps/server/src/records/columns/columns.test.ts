import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addFilterValues, removeFilterValues } from "../../storage/filter-values.ts";
import { migrate, openDatabase } from "../../storage/sqlite/database.ts";
import { engineOver } from "../../storage/sqlite/engine.ts";
import { migrations } from "../../storage/sqlite/migrations/index.ts";
import { ANY, derivedSource } from "../../storage/value-sources.ts";
import type { Search } from "../search.ts";
import { fullSet, membersOf } from "../seq-set.ts";
import type { Column } from "./column.ts";
import { columnOf } from "./columns.ts";
import { limitCopies } from "./room.ts";

const RECORDS = 1000;
const TARGET = 4;
const SOURCE = derivedSource(1, TARGET, "number", { single: true });

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "postil-columns-"));
});
afterEach(async () => {
  limitCopies(Number.POSITIVE_INFINITY);
  await rm(home, { recursive: true });
});

/** A store with an older schema that does not record changes, with a value for each record. */
async function openOlderStore() {
  const database = openDatabase(join(home, "postil.db"), "writer");
  const before = migrations.findIndex(({ name }) => name === "changed blocks");
  for (const { sql } of migrations.slice(0, before)) database.exec(sql);
  database.exec(`pragma user_version = ${before};
    with recursive n(seq) as (select 0 union all select seq + 1 from n where seq < ${RECORDS - 1})
    insert into filter_value (dataset_key, target, value, seq) select 1, ${TARGET}, seq % 10, seq from n`);
  // There are no task datasets.
  await migrate(database, async (what) => expect(["task values", "whole numbers"]).toContain(what));
  return database;
}

const searchWith = (db: Search["db"], left: number): Search => ({
  db,
  datasetKey: 1,
  size: RECORDS,
  viewerKey: null,
  allowance: { left },
  trying: { leftMs: 30_000 },
  words: new Map(),
  changes: new Map(),
});

async function recordsWith(search: Search, value: number): Promise<number[] | null> {
  const column = await columnOf(search, SOURCE);
  if (!column) return null;
  const set = fullSet(RECORDS);
  column.keep(set, { ...ANY, values: [value] });
  return membersOf(set);
}

test("FFI-12 an older store opens at once; its columns are made by the searches, a part by each, and follow what is written", async () => {
  const database = await openOlderStore();
  const db = engineOver(database);
  expect(await recordsWith(searchWith(db, 400), 3)).toBe(null);
  expect(await recordsWith(searchWith(db, 400), 3)).toBe(null);
  // These writes come while the column is half built. They touch a part already read and a part not read yet.
  await removeFilterValues(db, 1, [TARGET], [3, 993]);
  await addFilterValues(db, 1, [
    [TARGET, 77, 3],
    [TARGET, 77, 993],
  ]);
  expect(await recordsWith(searchWith(db, 400), 77)).toEqual([3, 993]);
  expect(await recordsWith(searchWith(db, 0), 3)).toHaveLength(98);
  await addFilterValues(db, 1, [[TARGET, 3, RECORDS - 1]]);
  expect(await recordsWith(searchWith(db, 0), 3)).toHaveLength(99);
  database.close();
});

test("FFI-12 the values of a dataset take no more bytes a record than they may: ten targets of whole numbers, or six of others", async () => {
  const PER_RECORD = 50;
  limitCopies(Number.POSITIVE_INFINITY, PER_RECORD);
  const database = openDatabase(join(home, "postil.db"), "writer");
  await migrate(database, async () => {});
  const db = engineOver(database);
  const columnsOf = async (datasetKey: number, value: (seq: number) => number) => {
    const targets = Array.from({ length: 10 }, (_, target) => target);
    for (const target of targets) {
      const values = Array.from({ length: RECORDS }, (_, seq) => [target, value(seq), seq] as const);
      await addFilterValues(db, datasetKey, values);
    }
    const search = { ...searchWith(db, 100_000), datasetKey };
    const made = [];
    for (const target of targets)
      made.push(await columnOf(search, derivedSource(datasetKey, target, "number", { single: true })));
    return made.filter((column) => column !== null);
  };
  const bytesOf = (made: readonly Column[]) => made.reduce((sum, column) => sum + column.bytes(), 0);
  const whole = await columnsOf(1, (seq) => seq % 100);
  expect(whole).toHaveLength(10);
  expect(bytesOf(whole)).toBeLessThanOrEqual(PER_RECORD * 1024);
  const fractions = await columnsOf(2, (seq) => seq + 0.5);
  expect(fractions).toHaveLength(6);
  expect(bytesOf(fractions)).toBeLessThanOrEqual(PER_RECORD * 1024);
  database.close();
});
