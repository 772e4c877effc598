import { afterAll, beforeAll, expect, test } from "vitest";
import { type MemoryStore, openMemoryStore } from "../../tests/support/memory-store.ts";
import { compiled } from "./compiled.ts";
import type { UserCountsTable } from "./tables.ts";

let store: MemoryStore;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

const put = compiled((db, row: UserCountsTable) => db.insertInto("user_counts").values(row));
const NONE = { submitted: 0, discarded: 0, team_submitted: 0, team_discarded: 0, team_conflicting: 0 };
const find = compiled((db, keys: readonly number[], least: number) =>
  db
    .selectFrom("user_counts")
    .select(["user_key", "draft"])
    .where("dataset_key", "=", 7)
    .where("user_key", "in", keys)
    .where("draft", ">=", least)
    .orderBy("user_key"),
);

test("a compiled query takes other values each time, lists of any length, and keeps its constants", async () => {
  for (let key = 0; key < 30; key++) await put(store.db, { dataset_key: 7, user_key: key, draft: key * 2, ...NONE });
  const found = async (keys: readonly number[], least: number) =>
    (await find(store.db, keys, least)).map((row) => row.draft);
  expect(await found([3], 0)).toEqual([6]);
  expect(await found([5, 4, 3, 99], 8)).toEqual([8, 10]);
  expect(
    await found(
      Array.from({ length: 1200 }, (_, key) => key),
      50,
    ),
  ).toEqual([50, 52, 54, 56, 58]);
  expect(await found([3], 0)).toEqual([6]);
  await expect(found([], 0)).rejects.toThrow("empty list");
});
