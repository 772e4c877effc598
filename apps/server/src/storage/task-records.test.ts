import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recount } from "./derived.ts";
import type { Context } from "./store.ts";
import { loadMetadataKinds, loadTaskTargets, TASK_TARGETS } from "./task-family.ts";
import { removeTaskRecords, writeTaskRecords, writeTaskStatus } from "./task-record-writes.ts";
import { addTaskDataset, DATASET, openTaskStore, taskRecord } from "./task-records.fixture.ts";
import { documentOf, findTaskRecords, lastLogOf, readTaskRecords, taskRecordsAfter } from "./task-records.ts";
import { wholeDocuments } from "./vectors.ts";

let database: DatabaseSync;
let context: Context;
beforeEach(async () => {
  ({ database, context } = await openTaskStore());
});
afterEach(() => database.close());

const write = async (...records: Parameters<typeof writeTaskRecords>[2]) =>
  (await writeTaskRecords(context, DATASET, records)).map(({ seq }) => seq);
const wholeOf = async (seqs: readonly number[]) => {
  const texts = await wholeDocuments(context.db, DATASET, await readTaskRecords(context.db, DATASET, seqs));
  return texts.map((text) => JSON.parse(text));
};
const rowsOf = (seq: number) =>
  database.prepare("select target, value from filter_value where seq = ? order by target, value").all(seq);
const foundBy = (words: string) =>
  database
    .prepare(`select rowid as seq from text_${DATASET} where text_${DATASET} match ?`)
    .all(words)
    .map(({ seq }) => seq);
const counts = () => database.prepare("select next_seq, record_count from task_dataset where key = ?").get(DATASET);

test("TEN-18 a record is found by its id in text form, by its number, and behind another id by code points", async () => {
  expect(await write(taskRecord(10), taskRecord("é"), taskRecord("2"), taskRecord("Z"))).toEqual([0, 1, 2, 3]);
  const found = await findTaskRecords(context.db, DATASET, ["10", "2", "none"]);
  expect([...found.values()].map(({ seq }) => seq).sort()).toEqual([0, 2]);
  const [ten] = await readTaskRecords(context.db, DATASET, [0]);
  const { document, lastLog } = taskRecord(10);
  expect(ten && [documentOf(ten), lastLogOf(ten)]).toEqual([document, lastLog]);
  expect((await readTaskRecords(context.db, DATASET, [3, 7, 0])).map(({ id }) => id)).toEqual(["Z", "10"]);
  const after = async (id: string) => (await taskRecordsAfter(context.db, DATASET, id, 2)).map((one) => one.id);
  expect([await after(""), await after("2"), await after("é")]).toEqual([["10", "2"], ["Z", "é"], []]);
  expect(counts()).toEqual({ next_seq: 4, record_count: 4 });
});

test("TST-16 a record that is written anew keeps its number and is searched by what was logged last", async () => {
  const labels = [{ class_label: "A", score: 0.9 }];
  const parts = { prediction: { agent: "model", labels }, annotation: { agent: "me", labels } };
  const [seq = -1] = await write(
    taskRecord("r", { text: "plum cake", metadata: { n: 5, _own: 1 }, inputs: { q: "plum", a: "cake" }, ...parts }),
  );
  const targets = await loadTaskTargets(context.db, DATASET);
  const n = targets.get("metadata.n");
  expect([n?.kind, targets.get("inputs.q")?.kind, targets.size]).toEqual(["integer", "words", 3]);
  const { status, annotated_as, annotated_by, predicted_as, predicted_by, predicted, score, last_updated } =
    TASK_TARGETS;
  expect(rowsOf(seq)).toEqual([
    { target: status, value: "Default" },
    { target: annotated_as, value: "A" },
    { target: annotated_by, value: "me" },
    { target: predicted_as, value: "A" },
    { target: predicted_by, value: "model" },
    { target: predicted, value: "ok" },
    { target: score, value: Math.fround(0.9) },
    { target: last_updated, value: Date.parse("2024-05-01T10:00:00Z") * 1000 },
    { target: n?.target, value: 5 },
  ]);
  expect(await write(taskRecord("r", { seq, text: "pear", status: "Validated", metadata: { n: "7" } }))).toEqual([seq]);
  expect(rowsOf(seq)).toEqual([
    { target: status, value: "Validated" },
    { target: last_updated, value: Date.parse("2024-05-01T10:00:00Z") * 1000 },
    { target: n?.target, value: 7 },
  ]);
  expect([foundBy("plum"), foundBy("pear")]).toEqual([[], [seq]]);
  expect(counts()).toEqual({ next_seq: 1, record_count: 1 });
});

test("TST-16 what a record keeps stays in the index as it is, what changes is found at once", async () => {
  const { db } = context;
  const versions = async () => [
    await db.changes.lastVersion(DATASET, "words"),
    await db.changes.lastVersion(DATASET, "values"),
  ];
  const first = taskRecord("r", { inputs: { a: "plum", b: "fig" }, metadata: { n: 5 } });
  const [seq = -1] = await write(first);
  const [words = 0, values = 0] = await versions();
  const validated = { ...first.document, status: "Validated" as const, metadata: { n: 6 } };
  await write({ ...first, seq, before: first.document, document: validated });
  expect(await versions()).toEqual([words, values + 1]);
  const searched = rowsOf(seq).map(({ value }) => value);
  expect([searched.includes("Validated"), searched.includes("Default"), searched.includes(5)]).toEqual([
    true,
    false,
    false,
  ]);
  const turned = { ...validated, inputs: { b: "fig", a: "plum" } };
  await write({ ...first, seq, before: validated, document: turned });
  expect(await versions()).toEqual([words + 2, values + 2]);
  await write({ ...first, seq, before: turned, document: { ...turned, text: "pear" } });
  expect([foundBy("text"), foundBy("pear")]).toEqual([[], [seq]]);
  expect(await recount(db)).toEqual([]);
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
  const statuses = [0, 1, 2].map((seq) => rowsOf(seq)[0]?.value);
  expect(statuses).toEqual(["Discarded", "Default", "Discarded"]);
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
  expect([await findTaskRecords(context.db, DATASET, ["a"]), rowsOf(0).length, foundBy("plum")]).toEqual([
    new Map(),
    2, // of the record of the other dataset
    [1],
  ]);
  expect(database.prepare("select seq from vector").all()).toEqual([{ seq: 1 }]);
  expect(await write(taskRecord("a"))).toEqual([2]);
  expect(counts()).toEqual({ next_seq: 3, record_count: 2 });
});

test("TSE-21 metadata is read as the first value of its key; what is kept only, and lists of objects, are not searched", async () => {
  await write(taskRecord("a", { metadata: { n: 1, day: "2024-01-31", flag: true, _n: 1, list: [{ a: 1 }] } }));
  const [seq = -1] = await write(taskRecord("b", { metadata: { n: 2.5, day: "2024-02", flag: "false", _n: 2 } }));
  const targets = await loadTaskTargets(context.db, DATASET);
  const values = ["n", "day", "flag"].map((key) => ({
    target: targets.get(`metadata.${key}`)?.target,
    value: { n: 2, day: Date.UTC(2024, 1) * 1000, flag: "false" }[key],
  }));
  expect(rowsOf(seq).slice(2)).toEqual(values);
  expect(await loadMetadataKinds(context.db, DATASET)).toEqual(
    new Map([
      ["n", "integer"],
      ["day", "date"],
      ["flag", "boolean"],
    ]),
  );
});
