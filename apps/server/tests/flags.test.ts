import { MOST_FLAGS } from "@postil/domain/records/record-preview";
import { afterAll, expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { createUser, SPEAKERS, startPeople } from "./support/people.ts";
import { createRecords } from "./support/records.ts";
import { createWatch } from "./support/watch.ts";

const { server, people } = await startPeople({ limits: { keepDeletedDays: 0 } });
const watch = createWatch(server);
afterAll(() => watch.close());

const NOWHERE = "11111111-2222-4333-8444-555555555555";
const of = (recordId: string) => ({ params: { record_id: recordId } });
const inDataset = (datasetId: string) => ({ params: { dataset_id: datasetId } });

async function publish(records: number) {
  const { owner } = people.clients;
  const { datasetId } = await createPublished(owner, people.workspaceId);
  return { datasetId, records: await createRecords(owner, datasetId, records) };
}

test("ROL-09 a flag is put and taken by any member of the workspace, nobody else; an unknown record is 404", async () => {
  const { datasetId, records } = await publish(1);
  for (const name of ["flagRecord", "unflagRecord", "listMyFlags"] as const) {
    const sending = name === "listMyFlags" ? inDataset(datasetId) : of(records[0] ?? "");
    const statuses: { [speaker: string]: number } = {};
    for (const speaker of SPEAKERS) statuses[speaker] = (await people.clients[speaker].call(name, sending)).status;
    const done = name === "unflagRecord" ? 204 : 200;
    expect(statuses, name).toEqual({
      owner: done,
      admin: done,
      annotator: done,
      "admin elsewhere": 403,
      "annotator elsewhere": 403,
      nobody: 401,
    });
    const nowhere = name === "listMyFlags" ? inDataset(NOWHERE) : of(NOWHERE);
    expect((await people.clients["annotator elsewhere"].call(name, nowhere)).status, name).toBe(404);
  }
});

test("design/record.md#flags flags are each user's own, listed the latest first, page by page, with the beginning of the record", async () => {
  const { datasetId, records } = await publish(3);
  const { admin, annotator } = people.clients;
  for (const id of records) await annotator.must("flagRecord", of(id));
  await admin.must("flagRecord", of(records[1] ?? ""));
  const all = await annotator.must("listMyFlags", inDataset(datasetId));
  expect(all.total).toBe(3);
  expect(all.items.map((flag) => flag.record_id)).toEqual([...records].reverse());
  expect(all.items[0]?.preview).toBe("a text");
  const page = await annotator.must("listMyFlags", { ...inDataset(datasetId), query: { offset: "1", limit: "1" } });
  expect([page.total, page.items.map((flag) => flag.record_id)]).toEqual([3, [records[1]]]);
  expect((await admin.must("listMyFlags", inDataset(datasetId))).items.map((flag) => flag.record_id)).toEqual([
    records[1],
  ]);
});

test("API-31 to flag what is flagged, and to unflag what is not, changes nothing and is no failure", async () => {
  const { datasetId, records } = await publish(1);
  const { annotator } = people.clients;
  const [id = ""] = records;
  const first = await annotator.must("flagRecord", of(id));
  expect(await annotator.must("flagRecord", of(id))).toEqual(first);
  expect((await annotator.must("listMyFlags", inDataset(datasetId))).total).toBe(1);
  for (let times = 0; times < 2; times++) {
    await annotator.must("unflagRecord", of(id));
    expect(await annotator.must("listMyFlags", inDataset(datasetId))).toEqual({ items: [], total: 0 });
  }
});

test("API-31 one record more than may be flagged is refused with the number", async () => {
  const { datasetId, records } = await publish(MOST_FLAGS + 1);
  const { annotator } = people.clients;
  for (const id of records.slice(0, MOST_FLAGS)) await annotator.must("flagRecord", of(id));
  const refused = await annotator.call("flagRecord", of(records[MOST_FLAGS] ?? ""));
  expect(refused.status).toBe(422);
  expect(refused.body).toEqual({ detail: "At most 500 records of a dataset can be flagged; unflag one first" });
  expect((await annotator.must("flagRecord", of(records[0] ?? ""))).record_id).toBe(records[0]);
  const most = await annotator.must("listMyFlags", { ...inDataset(datasetId), query: { limit: String(MOST_FLAGS) } });
  expect(most.items).toHaveLength(MOST_FLAGS);
  const over = await annotator.call("listMyFlags", { ...inDataset(datasetId), query: { limit: "501" } });
  expect(over.status).toBe(422);
});

test("design/record.md#flags flags go with their record, their dataset and their user", async () => {
  const { owner } = people.clients;
  const one = await publish(3);
  const other = await publish(1);
  const leaving = await createUser(server, "annotator");
  await owner.must("addWorkspaceUser", {
    params: { workspace_id: people.workspaceId },
    body: { user_id: leaving.id },
  });
  for (const id of [...one.records, ...other.records]) {
    await owner.must("flagRecord", of(id));
    await leaving.client.must("flagRecord", of(id));
  }
  const counted = () => watch.count("flag");
  const before = await counted();
  await owner.must("deleteRecord", of(one.records[0] ?? ""));
  expect(await counted()).toBe(before - 2);
  await owner.must("deleteRecords", { ...inDataset(one.datasetId), query: { ids: one.records[1] ?? "" } });
  expect(await counted()).toBe(before - 4);
  await owner.must("deleteUser", { params: { user_id: leaving.id } });
  expect(await counted()).toBe(before - 6);
  await owner.must("deleteDataset", inDataset(other.datasetId));
  await watch.settled();
  expect(await counted()).toBe(before - 7);
});
