import { afterAll, beforeAll, expect, test } from "vitest";
import { type MemoryStore, openMemoryStore } from "../../../tests/support/memory-store.ts";
import { putRows } from "../statements.ts";

let store: MemoryStore;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

const KEY = ["dataset_key", "user_key"] as const;
const columns = [...KEY, "draft", "submitted"] as const;
const addAll = putRows("user_counts", { columns });
const putAll = putRows("user_counts", { columns, over: { key: KEY, take: ["draft"] } });

const NONE = { discarded: 0, team_submitted: 0, team_discarded: 0, team_conflicting: 0 };
const rows = (from: number, count: number, submitted = 0) =>
  Array.from({ length: count }, (_, n) => ({ dataset_key: 8, user_key: from + n, draft: n, submitted, ...NONE }));

async function stored(from: number): Promise<(readonly [number, number, number])[]> {
  const found = await store.db
    .selectFrom("user_counts")
    .select(["user_key", "draft", "submitted"])
    .where("dataset_key", "=", 8)
    .where("user_key", ">=", from)
    .execute();
  return found.map(({ user_key, draft, submitted }) => [user_key, draft, submitted]);
}

test.each([0, 1, 3, 128, 500])("%i rows go in, each with its own values", async (count) => {
  const from = 10_000 * (count + 1);
  await addAll(store.db, rows(from, count));
  expect(await stored(from)).toEqual(Array.from({ length: count }, (_, n) => [from + n, n, 0]));
  await store.db.deleteFrom("user_counts").execute();
});

test("a row that is there already takes over what it is to, and keeps the rest", async () => {
  await putAll(store.db, rows(1, 2, 5));
  await putAll(store.db, rows(0, 3, 6));
  expect(await stored(0)).toEqual([
    [0, 0, 6],
    [1, 1, 5],
    [2, 2, 5],
  ]);
  await expect(addAll(store.db, rows(0, 1))).rejects.toThrow("UNIQUE");
});
