import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { REBUILDS, rebuildDerived, rebuildTaskValues, recount } from "./derived.ts";
import { migrations } from "./sqlite/migrations/index.ts";
import type { Context } from "./store.ts";
import { TASK_TARGETS } from "./task-family.ts";
import { removeTaskRecords, writeTaskRecords } from "./task-record-writes.ts";
import { DATASET, openTaskStore, taskRecord } from "./task-records.fixture.ts";

let database: DatabaseSync;
let context: Context;
beforeEach(async () => {
  ({ database, context } = await openTaskStore());
  const part = { agent: "m", labels: [{ class_label: "A", score: 0.9 }] };
  const records = Array.from({ length: 2100 }, (_, index) =>
    taskRecord(`r${index}`, {
      text: `Plum ${index % 7} cake`,
      metadata: { n: index, list: ["a", "b"] },
      prediction: part,
    }),
  );
  await writeTaskRecords(context, DATASET, records);
  await writeTaskRecords(context, DATASET, [taskRecord("r3", { seq: 3, text: "pear\u0001 \ue000X" })]);
  await removeTaskRecords(context, DATASET, [2, 2099]);
});
afterEach(() => database.close());

const differences = async () => (await recount(context.db)).map(({ datasetId, what }) => [datasetId, what]);

const BREAKS: readonly (readonly [what: string, sql: string, told: RegExp])[] = [
  ["a value that is missing", `delete from filter_value where seq = 5 and target = 1`, /filter values that differ/],
  ["a value too many", `insert into filter_value values (${DATASET}, 6, 'ok', 7)`, /filter values that differ/],
  ["words of the cloud", `update task_record set words = 'fig' where seq = 9`, /words of the cloud that differ/],
  ["a text that is missing", `delete from text_${DATASET} where rowid = 4`, /words that are counted otherwise/],
  ["a count", `update task_dataset set record_count = 5`, /^records$/],
  ["a bitmap", `update live_block set count = count - 1`, /^block \d+: count$/],
];

test.each(BREAKS)("TEN-18 the doctor tells of %s in a task dataset, and a rebuild mends it", async (_, sql, told) => {
  expect(await differences()).toEqual([]);
  database.exec(sql);
  expect(await differences()).toEqual([["w.tasks 7", expect.stringMatching(told)]]);
  await rebuildDerived(context.db);
  expect(await differences()).toEqual([]);
});

test("TSE-22 times that an earlier version kept to the millisecond are kept to the microsecond when the store is opened", async () => {
  const isTime = `target = ${TASK_TARGETS.last_updated}`;
  database.exec(`update filter_value set value = 1000 * (value / 1000) + 1000000 where ${isTime}`);
  expect(await differences()).toContainEqual(["w.tasks 7", expect.stringMatching(/filter values that differ/)]);
  // Later migrations have changed the schema already.
  expect(migrations.filter(({ rebuilds }) => rebuilds === "task values")).toHaveLength(1);
  await rebuildTaskValues(context.db);
  expect(await differences()).toEqual([]);
});

test("TEN-18 the doctor tells of an id that two records have", async () => {
  database.exec(`update task_record set id = 'r1', document = json_set(document, '$.id', 'r1') where seq = 6`);
  expect(await differences()).toEqual([["w.tasks 7", "records with the id 'r1'"]]);
});

test("TEN-18 the doctor tells nothing of an input that has no words", async () => {
  const odd = taskRecord("odd", { inputs: { text: "plum", marks: ["%", "cake", "…"] } });
  await writeTaskRecords(context, DATASET, [odd]);
  expect(await differences()).toEqual([]);
});

test("FFI-28 whole numbers beyond 2^53 that an earlier version rounded get their digits when the store is opened", async () => {
  const wide = JSON.parse('{"metadata":{"n":9007199254740993}}');
  await writeTaskRecords(context, DATASET, [taskRecord("wide", wide)]);
  expect(await differences()).toEqual([]);
  database.exec("delete from filter_value where target < 0");
  expect(await differences()).toEqual([["w.tasks 7", expect.stringMatching(/filter values that differ/)]]);
  await REBUILDS["whole numbers"](context.db);
  expect(await differences()).toEqual([]);
});
