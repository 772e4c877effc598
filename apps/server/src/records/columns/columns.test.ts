import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addFilterValues, removeFilterValues } from "../../storage/filter-values.ts";
import { migrate, openDatabase } from "../../storage/sqlite/database.ts";
import { kyselyOver } from "../../storage/sqlite/dialect.ts";
import { migrations } from "../../storage/sqlite/migrations/index.ts";
import { ANY } from "../../storage/value-demand.ts";
import { derivedSource } from "../../storage/value-source.ts";
import type { Search } from "../search.ts";
import { fullSet, membersOf } from "../seq-set.ts";
import { columnOf } from "./columns.ts";

const RECORDS = 1000;
const TARGET = 4;
const SOURCE = derivedSource(1, TARGET, "number", { single: true });

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "postil-columns-"));
});
afterEach(() => rm(home, { recursive: true }));

/** A store of the schema before changes were noted, with a value for each record. */
async function openOlderStore() {
  const database = openDatabase(join(home, "postil.db"), "writer");
  const before = migrations.findIndex(({ name }) => name === "changed blocks");
  for (const { sql } of migrations.slice(0, before)) database.exec(sql);
  database.exec(`pragma user_version = ${before};
    with recursive n(seq) as (select 0 union all select seq + 1 from n where seq < ${RECORDS - 1})
    insert into filter_value (dataset_key, target, value, seq) select 1, ${TARGET}, seq % 10, seq from n`);
  await migrate(database, async () => {
    throw new Error("Nothing is to be written anew.");
  });
  return database;
}

const searchWith = (db: Search["db"], left: number): Search => ({
  db,
  datasetKey: 1,
  size: RECORDS,
  viewerKey: null,
  allowance: { left },
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
  const db = kyselyOver(database);
  expect(await recordsWith(searchWith(db, 400), 3)).toBe(null);
  expect(await recordsWith(searchWith(db, 400), 3)).toBe(null);
  // Written while the column is half made: to what has been read already, and to what has not.
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
