import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { patiently } from "./support/patiently.ts";
import { newName } from "./support/people.ts";
import { startTaskPeople } from "./support/task-datasets.ts";

/** What writes cost in rows and statements. */

const { people, workspace, server } = await startTaskPeople();
const { owner, annotator } = people.clients;

test("SET-01 answers and logs leave the dataset's row as it is, and every call tells when they were", async () => {
  const database = new DatabaseSync(server.file, { readOnly: true, timeout: 10_000 });
  const rowsOf = (table: string) => JSON.stringify(database.prepare(`select * from ${table} order by key`).all());
  const { datasetId: dataset_id } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id };
  await owner.must("createRecords", { params, body: { items: [{ fields: { text: "one" } }] } });
  const [record] = (await owner.must("listRecords", { params })).items;
  const name = newName();
  const at = { params: { name }, query: { workspace } };
  await owner.must("createTaskDatasetV0", { body: { name, task: "Text2Text", workspace } });
  const log = (status: string) =>
    annotator.must("logText2TextRecordsV0", { ...at, body: { records: [{ id: 1, text: "t", status }] } });
  await log("Default");
  const dataset = () => owner.must("getDataset", { params });
  const task = () => owner.must("getTaskDatasetV0", at);
  const lists = async () => ({
    dataset: (await owner.must("listMyDatasets")).items.find(({ id }) => id === dataset_id),
    task: (await owner.must("listTaskDatasetsV0")).find((one) => one.name === name),
    last: (await owner.must("listWorkspaces")).items.find(({ id }) => id === people.workspaceId)?.last_activity_at,
  });

  const [before, beforeTask, rows] = [await dataset(), await task(), [rowsOf("dataset"), rowsOf("task_dataset")]];
  const answer = { params: { record_id: record?.id ?? "" }, body: { status: "discarded" } };
  await annotator.must("createResponse", answer);
  await log("Discarded");
  expect([rowsOf("dataset"), rowsOf("task_dataset")]).toEqual(rows);
  const [after, afterTask] = [await dataset(), await task()];
  expect(after.last_activity_at > before.last_activity_at).toBe(true);
  expect(afterTask.last_updated > beforeTask.last_updated).toBe(true);
  expect(after).toEqual({ ...before, last_activity_at: after.updated_at, updated_at: after.updated_at });
  expect(await lists()).toEqual({ dataset: after, task: afterTask, last: expect.stringContaining("T") });
  expect((await lists()).last?.slice(0, 23)).toBe(afterTask.last_updated.slice(0, 23));

  // A later change of the dataset itself counts, and nothing of it is lost in the bin.
  const changed = await owner.must("updateDataset", { params, body: { guidelines: "Read twice." } });
  expect(changed.last_activity_at > after.last_activity_at).toBe(true);
  const kept = await dataset();
  await owner.must("deleteDataset", { params });
  const deleted = (await owner.must("listDeleted")).items.find((one) => one.name === kept.name);
  await owner.must("restoreDeleted", { params: { deleted_id: deleted?.id ?? "" }, body: {} });
  expect(await dataset()).toEqual(kept);

  const count = () => database.prepare("select count(*) as n from dataset_activity").get()?.n;
  const there = Number(count());
  await owner.must("deleteDataset", { params });
  const again = (await owner.must("listDeleted")).items.find((one) => one.name === kept.name);
  await owner.must("removeDeleted", { params: { deleted_id: again?.id ?? "" } });
  await patiently(() => expect(count()).toBe(there - 1));
  database.close();
});
