import { MOST_VIEWS } from "@postil/domain/search/saved-views";
import { writeTaskAddress, writeTaskCriteria } from "@postil/domain/tasks/task-address";
import type { TaskView } from "@postil/domain/tasks/task-view";
import { afterAll, expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { createUser, SPEAKERS } from "./support/people.ts";
import { createTaskDataset, startTaskPeople } from "./support/task-datasets.ts";
import { createWatch } from "./support/watch.ts";

/** Saved views of task datasets (design/task-search.md#views, contract own). */

const { server, people, workspace } = await startTaskPeople({ limits: { keepDeletedDays: 0 } });
const watch = createWatch(server);
afterAll(() => watch.close());

const { owner, admin, annotator } = people.clients;
const SHOWN: TaskView = {
  filters: { text: "bin* #1", status: ["Validated"] },
  sort: [{ id: "score", order: "desc" }],
  page: 3,
  size: 50,
  mode: "explore",
  rules: { place: "records" },
};
const QUERY = writeTaskCriteria(SHOWN);
const BINS = { name: "Bins", query: QUERY };
const create = () => createTaskDataset(people, workspace, "TextClassification");
const of = (viewId: string) => ({ params: { view_id: viewId } });

test("VST-01 VST-05 a view of a task dataset keeps of an address what is shown, not where; it is renamed, changed and deleted", async () => {
  const { name, at } = await create();
  const body = { name: "  Bins ", query: `?${writeTaskAddress("rule=x", SHOWN)}` };
  const made = await annotator.must("createTaskView", { ...at, body });
  expect(made).toMatchObject({ ...BINS, dataset_id: `${workspace}.${name}` });
  const renamed = await annotator.must("updateView", { ...of(made.id), body: { name: "Glass" } });
  expect(renamed).toMatchObject({ id: made.id, name: "Glass", query: QUERY, dataset_id: `${workspace}.${name}` });
  const other = writeTaskCriteria({ filters: { text: "lamp" }, sort: [] });
  const changed = await annotator.must("updateView", { ...of(made.id), body: { query: `viewMode=explore&${other}` } });
  expect(changed).toMatchObject({ name: "Glass", query: other });
  const second = await annotator.must("createTaskView", { ...at, body: BINS });
  expect((await annotator.must("listMyTaskViews", at)).items).toEqual([changed, second]);
  expect(await annotator.must("deleteView", of(made.id))).toEqual(changed);
  expect((await annotator.must("listMyTaskViews", at)).items).toEqual([second]);
});

test("VST-08 an address of an Argilla 1.x page is kept in our spelling", async () => {
  const { at } = await create();
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const query = `query=${base64(SHOWN.filters)}&sort=${base64(SHOWN.sort)}&pagination=${base64({ page: 2 })}`;
  expect(await annotator.must("createTaskView", { ...at, body: { ...BINS, query } })).toMatchObject(BINS);
});

test("ROL-09 members of the workspace save views of its task datasets; somebody else's view is as unknown as none", async () => {
  const { at } = await create();
  const refused = { "admin elsewhere": 403, "annotator elsewhere": 403, nobody: 401 };
  const statuses = async (name: "createTaskView" | "listMyTaskViews", of: typeof at) => {
    const sending = { ...of, ...(name === "createTaskView" ? { body: BINS } : {}) };
    const found: { [speaker: string]: number } = {};
    for (const speaker of SPEAKERS) found[speaker] = (await people.clients[speaker].call(name, sending)).status;
    return found;
  };
  expect(await statuses("createTaskView", at)).toEqual({ owner: 201, admin: 201, annotator: 201, ...refused });
  expect(await statuses("listMyTaskViews", at)).toEqual({ owner: 200, admin: 200, annotator: 200, ...refused });
  const unknown = await statuses("listMyTaskViews", { ...at, params: { name: "unknown" } });
  expect(unknown).toMatchObject({ owner: 404, annotator: 404, "annotator elsewhere": 404, nobody: 401 });
  const [view] = (await annotator.must("listMyTaskViews", at)).items;
  for (const client of [admin, owner, people.clients["annotator elsewhere"]]) {
    for (const name of ["updateView", "deleteView"] as const) {
      expect((await client.call(name, { ...of(view?.id ?? ""), body: { name: "Mine now" } })).status).toBe(404);
    }
  }
});

test("ROL-09 who has left the workspace keeps the views of its task datasets and cannot reach them until they are back", async () => {
  const { at } = await create();
  const leaver = await createUser(server, "annotator");
  const params = { workspace_id: people.workspaceId };
  const join = () => owner.must("addWorkspaceUser", { params, body: { user_id: leaver.id } });
  await join();
  const view = await leaver.client.must("createTaskView", { ...at, body: BINS });
  await owner.must("removeWorkspaceUser", { params: { ...params, user_id: leaver.id } });
  expect((await leaver.client.call("deleteView", of(view.id))).status).toBe(403);
  await join();
  expect((await leaver.client.must("listMyTaskViews", at)).items).toEqual([view]);
});

test("API-31 a name is used once for a user and a task dataset, and the refusal names both", async () => {
  const { name, at } = await create();
  await annotator.must("createTaskView", { ...at, body: BINS });
  const again = await annotator.call("createTaskView", { ...at, body: { ...BINS, query: "sort=%5B%5D" } });
  expect(again.status).toBe(422);
  const taken = await annotator.call("createTaskView", { ...at, body: BINS });
  expect(taken.status).toBe(409);
  expect(JSON.stringify(taken.body)).toContain(`View with name \`Bins\` already exists for dataset with id`);
  expect(JSON.stringify(taken.body)).toContain(`${workspace}.${name}`);
  const other = await annotator.must("createTaskView", { ...at, body: { ...BINS, name: "Other" } });
  expect((await annotator.call("updateView", { ...of(other.id), body: { name: "Bins" } })).status).toBe(409);
  expect((await annotator.call("updateView", { ...of(other.id), body: { name: "Other" } })).status).toBe(200);
  await admin.must("createTaskView", { ...at, body: BINS });
  await annotator.must("createTaskView", { ...(await create()).at, body: BINS });
});

test("VST-05 what no address of the family can say is refused, for either family", async () => {
  const { at } = await create();
  const view = await annotator.must("createTaskView", { ...at, body: BINS });
  const feedback = "status=submitted&search=refund";
  const bad = ["", "x#y", "a b", feedback, "query=%7Bbroken", "pagination=%7B%22page%22%3A2%7D&viewMode=explore"];
  for (const query of [...bad, `query=${"x".repeat(8000)}`]) {
    const body = { name: "x", query };
    expect((await annotator.call("createTaskView", { ...at, body })).status, query).toBe(422);
    expect((await annotator.call("updateView", { ...of(view.id), body })).status, query).toBe(422);
  }
  expect((await annotator.must("listMyTaskViews", at)).items).toEqual([view]);
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const dataset = { params: { dataset_id: datasetId } };
  expect((await annotator.call("createView", { ...dataset, body: BINS })).status).toBe(422);
  const refunds = await annotator.must("createView", { ...dataset, body: { name: "x", query: feedback } });
  expect((await annotator.call("updateView", { ...of(refunds.id), body: { query: QUERY } })).status).toBe(422);
});

test("API-31 one view of a task dataset more than may be saved is refused with the number", async () => {
  const { at } = await create();
  for (let n = 0; n < MOST_VIEWS; n++) {
    await annotator.must("createTaskView", { ...at, body: { ...BINS, name: `View ${n}` } });
  }
  const refused = await annotator.call("createTaskView", { ...at, body: BINS });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("At most 100 views of a dataset can be saved; delete one first");
});

test("TEN-13 views of a closed dataset are saved and read: they are not of its records", async () => {
  const { at } = await create();
  await owner.must("closeTaskDatasetV0", at);
  const view = await annotator.must("createTaskView", { ...at, body: BINS });
  expect((await annotator.must("listMyTaskViews", at)).items).toEqual([view]);
});

test("TSG-02 views go with their task dataset and with their user", async () => {
  const { name, at } = await create();
  const leaving = await createUser(server, "owner");
  await owner.must("createTaskView", { ...at, body: BINS });
  await leaving.client.must("createTaskView", { ...at, body: BINS });
  const before = await watch.count("saved_view");
  await owner.must("deleteUser", { params: { user_id: leaving.id } });
  expect(await watch.count("saved_view")).toBe(before - 1);
  const [view] = (await owner.must("listMyTaskViews", at)).items;
  await owner.must("deleteTaskDatasetV0", at);
  expect((await owner.call("deleteView", of(view?.id ?? ""))).status).toBe(404);
  await owner.must("createTaskDatasetV0", { body: { name, task: "TextClassification", workspace } });
  expect((await owner.must("listMyTaskViews", at)).items).toEqual([]);
  await watch.settled();
  expect(await watch.count("saved_view")).toBe(before - 2);
});
