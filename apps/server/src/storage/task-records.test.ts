import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "./store.ts";
import { removeTaskRecords, writeTaskRecords, writeTaskStatus } from "./task-record-writes.ts";
import { addTaskDataset, DATASET, openTaskStore, taskRecord } from "./task-records.fixture.ts";
import { findTaskRecords, readTaskRecords, taskRecordsAfter } from "./task-records.ts";
import { wholeDocuments } from "./task-vectors.ts";

let database: DatabaseSync;
let context: Context;
beforeEach(async () => {
  ({ database, context } = await openTaskStore());
});
afterEach(() => database.close());

const write = (...records: Parameters<typeof writeTaskRecords>[2]) => writeTaskRecords(context, DATASET, records);
const wholeOf = async (seqs: readonly number[]) => {
  const texts = await wholeDocuments(context.db, DATASET, await readTaskRecords(context.db, DATASET, seqs));
  return texts.map((text) => JSON.parse(text));
};
const counts = () => database.prepare("select next_seq, record_count from task_dataset where key = ?").get(DATASET);

test("TEN-18 a record is found by its id in text form, by its number, and behind another id by code points", async () => {
  expect(await write(taskRecord(10), taskRecord("é"), taskRecord("2"), taskRecord("Z"))).toEqual([0, 1, 2, 3]);
  const found = await findTaskRecords(context.db, DATASET, ["10", "2", "none"]);
  expect([...found.values()].map(({ seq }) => seq).sort()).toEqual([0, 2]);
  expect(JSON.parse(found.get("10")?.document ?? "")).toMatchObject({ id: 10, status: "Default" });
  expect((await readTaskRecords(context.db, DATASET, [3, 7, 0])).map(({ id }) => id)).toEqual(["Z", "10"]);
  const after = async (id: string) => (await taskRecordsAfter(context.db, DATASET, id, 2)).map((one) => one.id);
  expect([await after(""), await after("2"), await after("é")]).toEqual([["10", "2"], ["Z", "é"], []]);
  expect(counts()).toEqual({ next_seq: 4, record_count: 4 });
});

test("TST-16 a record that is written anew keeps its number", async () => {
  const [seq = -1] = await write(taskRecord("r", { text: "plum cake" }), taskRecord("s"));
  expect(await write(taskRecord("r", { seq, text: "pear" }), taskRecord("t"))).toEqual([seq, 2]);
  expect((await wholeOf([seq])).map(({ text }) => text)).toEqual(["pear"]);
  expect(counts()).toEqual({ next_seq: 3, record_count: 3 });
});

test("TEN-22 vectors come back with what was noted beside them; one without numbers keeps those it has", async () => {
  const [seq = -1] = await write(
    taskRecord("v", { vectors: { mini: { model: "m" }, big: {} }, numbers: { mini: [1, 0.5], big: [0.1, 0.2, 0.3] } }),
    taskRecord("w"),
  );
  const mini = { value: [1, 0.5], model: "m" };
  expect((await wholeOf([seq, 1])).map((one) => one.vectors)).toEqual([
    { mini, big: { value: [0.1, 0.2, 0.3] } },
    undefined,
  ]);
  await write(taskRecord("v", { seq, vectors: { mini: { model: "m" }, big: {} }, numbers: { big: [3, 2, 1] } }));
  expect((await wholeOf([seq]))[0].vectors).toEqual({ mini, big: { value: [3, 2, 1] } });
});

test("TST-01 a status is set without touching anything else of a record, and found at once", async () => {
  await write(taskRecord("a", { metadata: { t: 'quoted "text" \u2028' } }), taskRecord("b"), taskRecord("c"));
  const before = await wholeOf([0]);
  await writeTaskStatus(context, DATASET, [0, 2], "Discarded");
  expect(await wholeOf([0])).toEqual(before.map((one) => ({ ...one, status: "Discarded" })));
  expect((await wholeOf([0, 1, 2])).map(({ status }) => status)).toEqual(["Discarded", "Default", "Discarded"]);
});

test("TEN-18 removed records leave nothing behind, and their numbers are not given again", async () => {
  await addTaskDataset(context.db, DATASET + 1);
  await writeTaskRecords(context, DATASET + 1, [taskRecord("other")]);
  const vectors = { vectors: { mini: {} }, numbers: { mini: [1, 2] } };
  await write(
    taskRecord("a", { text: "plum", ...vectors, metadata: { n: 1 } }),
    taskRecord("b", { text: "plum", ...vectors }),
  );
  await removeTaskRecords(context, DATASET, [0]);
  expect(await findTaskRecords(context.db, DATASET, ["a"])).toEqual(new Map());
  expect(database.prepare("select seq from vector").all()).toEqual([{ seq: 1 }]);
  expect(await write(taskRecord("a"))).toEqual([2]);
  expect(counts()).toEqual({ next_seq: 3, record_count: 2 });
});
