import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "../src/storage/sqlite/store.ts";
import type { Caller } from "../src/storage/store.ts";
import { STORE_THREAD } from "../src/threads.ts";
import { laneOf } from "../src/usecases/lanes.ts";
import type { Reads, Writes } from "../src/usecases/registry.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "postil-clock-"));
  file = join(folder, "postil.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () =>
  openSqliteStore<Reads, Writes>({
    file,
    readers: 1,
    entry: STORE_THREAD,
    laneOf,
    searchBytes: 2 ** 27,
  });

test("FEN-26 after a restart with the clock set back, what is new is later than all there was", async () => {
  let store = await open();
  const user = await store.write("createFirstOwner", null, {
    username: "owner",
    firstName: "O",
    passwordHash: "-",
    workspace: "first",
  });
  if (!user) throw new Error("A fresh store has users already.");
  const known = await store.read("findCaller", null, { userId: user.id });
  const caller: Caller | null = known?.caller ?? null;
  const workspaceId = known?.workspaces[0]?.id ?? "";
  const dataset = (name: string) =>
    store.write("createDataset", caller, {
      name,
      guidelines: null,
      allowExtraMetadata: true,
      metadata: null,
      workspaceId,
    });
  const before = await dataset("before");
  await store.close();
  moveAhead(365 * 86_400e6);

  const ahead = before.insertedAt + 365 * 86_400e6;
  for (const name of ["first", "second"]) {
    store = await open();
    const made = await dataset(name);
    expect(made.insertedAt, name).toBeGreaterThan(ahead);
    const listed = await store.read("listOwnDatasets", caller, { workspaceId, name: null, status: null });
    expect(listed.at(-1)?.name).toBe(name);
    await store.close();
  }
});

/** Moves all times of the store ahead by `micros`, as if its clock had been ahead. */
function moveAhead(micros: number): void {
  const database = new DatabaseSync(file);
  for (const { table, column } of timesOf(database)) {
    database.exec(`update "${table}" set "${column}" = "${column}" + ${micros}`);
  }
  database.close();
}

function timesOf(database: DatabaseSync): { table: string; column: string }[] {
  const columns = database.prepare(
    `select m.name as "table", c.name as "column" from sqlite_schema m join pragma_table_info(m.name) c
     where m.type = 'table' and (c.name like '%\\_at' escape '\\' or c.name = 'at' or m.name = 'clock')`,
  );
  return columns.all() as { table: string; column: string }[]; // the statement's two columns
}
