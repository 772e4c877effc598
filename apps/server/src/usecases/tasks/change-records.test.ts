import { EVERY_TASK_RECORD } from "@postil/domain/search/task-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Caller, Context } from "../../storage/store.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { addTaskDataset, DATASET, openTaskStore, taskRecord } from "../../storage/task-records.fixture.ts";
import { deleteTaskRecords, findRecordsToEnd } from "./change-records.ts";

const OWNER: Caller = { key: 1, id: "o", role: "owner", username: "owner", workspaceIds: [] };
const ASKED = {
  workspace: "w",
  name: `tasks ${DATASET}`,
  query: { ...EVERY_TASK_RECORD, text: "gone" },
  discard: false,
};

let store: Awaited<ReturnType<typeof openTaskStore>>;
let context: Context;
const textOf = (id: string, text: string, seq?: number) =>
  taskRecord(id, { text, ...(seq === undefined ? {} : { seq }) });
beforeEach(async () => {
  store = await openTaskStore();
  context = { ...store.context, caller: OWNER };
  await writeTaskRecords(context, DATASET, [textOf("a", "gone"), textOf("b", "stays"), textOf("c", "gone")]);
});
afterEach(() => store.database.close());

const left = async (datasetKey = DATASET) => {
  const rows = await context.db.selectFrom("task_record").select("id").where("dataset_key", "=", datasetKey).execute();
  return rows.map(({ id }) => id).sort();
};

test("ROL-10 what was found before it became another record stays", async () => {
  const found = await findRecordsToEnd(context, ASKED);
  await writeTaskRecords(context, DATASET, [textOf("a", "kept", 0)]);
  expect(await deleteTaskRecords(context, { ...ASKED, found, keepDays: 30 })).toEqual({ count: 1, job: null });
  expect(await left()).toEqual(["a", "b"]);
});

test("ROL-10 what was found in a dataset says nothing of another that has its name by now", async () => {
  const found = await findRecordsToEnd(context, ASKED);
  const other = DATASET + 1;
  await context.db.updateTable("task_dataset").set({ name: "renamed" }).where("key", "=", DATASET).execute();
  await addTaskDataset(context.db, other);
  await context.db.updateTable("task_dataset").set({ name: ASKED.name }).where("key", "=", other).execute();
  await writeTaskRecords(context, other, [textOf("x", "stays"), textOf("y", "gone")]);
  expect(await deleteTaskRecords(context, { ...ASKED, found, keepDays: 30 })).toEqual({ count: 1, job: null });
  expect([await left(other), await left()]).toEqual([["x"], ["a", "b", "c"]]);
});
