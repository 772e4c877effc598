import { emptyBits } from "@postil/domain/queue/bitmap";
import { logRecord } from "@postil/domain/tasks/log-record";
import { parseDocument } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endTaskRecords, writeTaskRecords } from "../storage/task-record-writes.ts";
import { addTaskDataset, DATASET, openTaskStore } from "../storage/task-records.fixture.ts";
import { addJob } from "./add-job.ts";
import { copiesUnderWay, copyBefore } from "./copy.ts";
import { END_STEP } from "./end-records.ts";
import { createSteps } from "./steps.fixture.ts";

const RECORDS = 5 * END_STEP;
const TARGET = DATASET + 1;
const dataset = { key: DATASET, id: "w.tasks", workspace_id: "w" };

let store: Awaited<ReturnType<typeof openTaskStore>>;
beforeEach(async () => {
  store = await openTaskStore();
  await addTaskDataset(store.context.db, TARGET);
  const lastUpdated = timeToText(store.context.now());
  const writes = Array.from({ length: RECORDS }, (_, at) => {
    const record = { id: null, status: "Default", inputs: { text: "a" }, multi_label: false, clear: [] } as const;
    return { seq: null, ...logRecord(null, record, { id: idOf(at), lastUpdated }) };
  });
  await writeTaskRecords(store.context, DATASET, writes);
});
afterEach(() => store.database.close());

const idOf = (seq: number) => `r${String(seq).padStart(5, "0")}`;
const ALL = Array.from({ length: RECORDS }, (_, at) => idOf(at));

const documents = (key: number) =>
  store.database
    .prepare("select id, document from task_record where dataset_key = ? order by id")
    .all(key)
    .map(({ id, document }) => ({ id: String(id), document: parseDocument(String(document)) }));
const idsIn = (key: number) => documents(key).map(({ id }) => id);
const jobs = () => store.database.prepare("select name, state, done from job order by key").all();

const addCopy = () =>
  addJob(store.context, { name: "copy", dataset, about: { to: TARGET, size: RECORDS }, total: RECORDS });

/** Adds a job for all records, as if a query had found them. */
async function addEnding(name: "delete" | "discard"): Promise<number> {
  const bits = emptyBits(8192);
  for (let seq = 0; seq < RECORDS; seq++) bits[seq >> 5] = (bits[seq >> 5] ?? 0) | (1 << (seq & 31));
  const about = { records: Buffer.from(bits.buffer).toString("base64"), actorKey: 1, at: store.context.now() };
  for (const until = store.context.now() + 2000; store.context.now() < until; );
  return addJob(store.context, { name, dataset, about, total: RECORDS });
}

test.each(["delete", "discard"] as const)(
  "JOB-03 a job that has to %s all records takes turns with a copy of them, which has all as they were",
  async (name) => {
    await addCopy();
    await createSteps(store.context).takeAll(1);
    await addEnding(name);
    const taken = await createSteps(store.context).takeAll();
    expect(taken.slice(0, 6)).toEqual([1, 2, 1, 2, 1, 2]);
    expect(jobs()).toEqual([
      { name: "copy", state: "done", done: RECORDS },
      { name, state: "done", done: RECORDS },
    ]);
    expect(idsIn(TARGET)).toEqual(ALL);
    expect(documents(TARGET).filter(({ document }) => document.status !== "Default")).toEqual([]);
    const left = documents(DATASET).filter(({ document }) => document.status === "Discarded");
    expect(left).toHaveLength(name === "discard" ? RECORDS : 0);
  },
);

test("JOB-03 records are copied before their end only where the copy has not been yet, and only to a target that is there", async () => {
  await addCopy();
  await createSteps(store.context).takeAll(1);
  const end = async (seqs: readonly number[]) => {
    await copyBefore(store.context, DATASET, seqs, await copiesUnderWay(store.context, DATASET));
    await endTaskRecords(store.context, { datasetKey: DATASET, actorKey: 1, discard: false }, seqs);
  };
  store.database.exec(`delete from task_record where dataset_key = ${TARGET} and id = '${idOf(1)}'`);
  await end([1, 900]);
  expect(idsIn(TARGET)).not.toContain(idOf(1));
  expect(idsIn(TARGET)).toContain(idOf(900));
  store.database.exec("update job set state = 'stopped'");
  await end([901]);
  store.database.exec("update job set state = 'running'");
  store.database.exec(`update task_dataset set key = 99 where key = ${TARGET}`);
  await end([902]);
  store.database.exec(`update task_dataset set key = ${TARGET} where key = 99`);
  await createSteps(store.context).takeAll();
  const without = [1, 901, 902].map(idOf);
  expect(idsIn(TARGET)).toEqual(ALL.filter((id) => !without.includes(id)));
});

test("JOB-03 a deletion that comes first is over before the copy begins", async () => {
  await addEnding("delete");
  await addCopy();
  const taken = await createSteps(store.context).takeAll();
  expect(taken.lastIndexOf(1)).toBeLessThan(taken.indexOf(2));
  expect(idsIn(TARGET)).toEqual([]);
});

test("JOB-03 a copy whose target is deleted holds up nothing in its dataset", async () => {
  await addCopy();
  await createSteps(store.context).takeAll(1);
  store.database.exec(`
    insert into deleted_dataset (key, id, family, name, task, workspace, size, records, is_indexed, row, deleted_at)
      values (${TARGET}, 'gone', 'task_dataset', 'tasks', 'TextClassification', 'w', 0, 0, 0, '{}', 1);
    delete from task_dataset where key = ${TARGET};`);
  await addEnding("delete");
  await createSteps(store.context).takeAll();
  expect(jobs()).toMatchObject([
    { name: "copy", state: "running" },
    { name: "delete", state: "done", done: RECORDS },
  ]);
});
