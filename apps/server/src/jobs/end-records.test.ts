import { emptyBits } from "@postil/domain/queue/bitmap";
import { type LoggedText, logRecord } from "@postil/domain/tasks/log-record";
import { parseDocument } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addTaskHistory } from "../storage/activity.ts";
import { writeTaskRecords, writeTaskStatus } from "../storage/task-record-writes.ts";
import { addTaskDataset, DATASET, openTaskStore } from "../storage/task-records.fixture.ts";
import { addJob } from "./add-job.ts";
import { END_STEP } from "./end-records.ts";
import { createSteps } from "./steps.fixture.ts";
import { takeJobStep } from "./steps.ts";

const RECORDS = 2 * END_STEP + 10;
const KEPT = [3, END_STEP + 3, RECORDS - 1];

let store: Awaited<ReturnType<typeof openTaskStore>>;
beforeEach(async () => {
  store = await openTaskStore();
});
afterEach(() => store.database.close());

async function log(text: string, seqs: readonly (number | null)[]): Promise<void> {
  const { context } = store;
  const lastUpdated = timeToText(context.now());
  const writes = seqs.map((seq, at) => {
    const record: LoggedText = { id: null, status: "Default", inputs: { text }, multi_label: false, clear: [] };
    return { seq, ...logRecord(null, record, { id: `r${seq ?? at}`, lastUpdated }) };
  });
  await writeTaskRecords(context, DATASET, writes);
}

const documents = () =>
  store.database
    .prepare("select seq, document from task_record where dataset_key = ? order by seq")
    .all(DATASET)
    .map(({ seq, document }) => ({ seq: Number(seq), document: parseDocument(String(document)) }));

/** Begins a job on most records, as if a query had found them. */
async function begin(name: "delete" | "discard"): Promise<number> {
  const { context } = store;
  await log(
    "card payment",
    Array.from({ length: RECORDS }, () => null),
  );
  const bits = emptyBits(8192);
  for (let seq = 0; seq < RECORDS; seq++)
    if (!KEPT.includes(seq)) bits[seq >> 5] = (bits[seq >> 5] ?? 0) | (1 << (seq & 31));
  const records = Buffer.from(bits.buffer).toString("base64");
  const dataset = { key: DATASET, id: "w.tasks", workspace_id: "w" };
  const about = { records, actorKey: 1, at: context.now() };
  // A record's time has a resolution of one millisecond.
  for (const until = context.now() + 2000; context.now() < until; );
  return addJob(context, { name, dataset, about, total: RECORDS - KEPT.length });
}

const goOn = () => createSteps(store.context).takeAll();
const jobs = () => store.database.prepare("select state, done, total from job").all();
const DONE = [{ state: "done", done: RECORDS - KEPT.length, total: RECORDS - KEPT.length }];

test("TST-16 what a query found is deleted step by step to the last, and nothing else; what is logged again meanwhile stays", async () => {
  const key = await begin("delete");
  await takeJobStep(store.context, { key });
  expect(documents()).toHaveLength(RECORDS - END_STEP);
  const again = END_STEP + 20;
  await log("logged again", [again]);
  await goOn();
  expect(jobs()).toEqual(DONE);
  expect(documents().map(({ seq }) => seq)).toEqual([...KEPT, again].sort((a, b) => a - b));
});

test("TST-16 what a query found is discarded step by step, with whoever asked for it in the history of each", async () => {
  await begin("discard");
  await goOn();
  expect(jobs()).toEqual(DONE);
  const others = documents().filter(({ document }) => document.status !== "Discarded");
  expect(others.map(({ seq }) => seq)).toEqual(KEPT);
  const { steps } = store.database.prepare("select count(*) as steps from activity where actor_key = 1").get() ?? {};
  expect(steps).toBe(RECORDS - KEPT.length);
});

test("TST-16 a record that is validated before its turn to be discarded stays so", async () => {
  const key = await begin("discard");
  await takeJobStep(store.context, { key });
  const { context } = store;
  const validated = END_STEP + 20;
  const before = documents()[validated]?.document;
  if (!before) throw new Error("There is no such record.");
  await writeTaskStatus(context, DATASET, [validated], "Validated");
  const change = { seq: validated, before, after: { ...before, status: "Validated" as const } };
  await addTaskHistory(context, { datasetKey: DATASET, actorKey: 2 }, [change]);
  await goOn();
  const others = documents().filter(({ document }) => document.status !== "Discarded");
  expect(others.map(({ seq }) => seq)).toEqual([...KEPT, validated].sort((a, b) => a - b));
});

test("nothing is left to do for a dataset that was deleted meanwhile", async () => {
  await begin("delete");
  await addTaskDataset(store.context.db, DATASET + 1);
  store.database.exec(`delete from task_dataset where key = ${DATASET}`);
  await goOn();
  expect(jobs()).toMatchObject([{ state: "done", done: 0 }]);
});
