import { expect, test } from "vitest";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { DATASET, openTaskStore, taskRecord } from "../../storage/task-records.fixture.ts";
import { searchOf } from "../search.ts";
import { membersOf, setOf } from "../seq-set.ts";
import { wordSet } from "./word-sets.ts";

test("TSE-22 what words find is found once, until a text is written, and the oldest goes where there are too many", async () => {
  const { database, context } = await openTaskStore();
  const size = 4_000_000;
  const search = searchOf(context.db, { datasetKey: DATASET, size, viewer: null });
  let found = 0;
  const find = (wanted: string) =>
    wordSet(search, wanted, async () => {
      found++;
      return setOf(size, [3]);
    });
  const first = await find("a");
  first.fill(0); // the caller owns the result
  expect([membersOf(await find("a")), found]).toEqual([[3], 1]);
  await find("b");
  expect(found).toBe(2);
  await writeTaskRecords(context, DATASET, [taskRecord("r")]);
  await find("a");
  expect(found).toBe(3);
  // Each set takes half a megabyte: there is room for sixteen.
  for (let other = 0; other < 20; other++) await find(`other ${other}`);
  expect(found).toBe(23);
  await find("other 19");
  expect(found).toBe(23);
  await find("a");
  expect(found).toBe(24);
  database.close();
});
