import { MOST_VIEWS } from "@postil/domain/search/saved-views";
import { afterAll, expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { createUser, newName, SPEAKERS, startPeople } from "./support/people.ts";
import { createWatch } from "./support/watch.ts";

const { server, people } = await startPeople({ limits: { keepDeletedDays: 0 } });
const watch = createWatch(server);
afterAll(() => watch.close());

const NOWHERE = "11111111-2222-4333-8444-555555555555";
const REFUNDS = { name: "Refunds", query: "status=submitted&search=refund" };
const published = async () => (await createPublished(people.clients.owner, people.workspaceId)).datasetId;
const inDataset = (datasetId: string) => ({ params: { dataset_id: datasetId } });
const of = (viewId: string) => ({ params: { view_id: viewId } });

test("VST-06 a view keeps the query of an address without the place in it; it is renamed, changed and deleted", async () => {
  const dataset = inDataset(await published());
  const { annotator } = people.clients;
  const body = { name: "  Refunds ", query: "?page=7&status=submitted&search=refund&record=abc" };
  const made = await annotator.must("createView", { ...dataset, body });
  expect(made).toMatchObject({ ...REFUNDS, dataset_id: dataset.params.dataset_id });
  const renamed = await annotator.must("updateView", { ...of(made.id), body: { name: "Money back" } });
  expect(renamed).toMatchObject({ id: made.id, name: "Money back", query: REFUNDS.query });
  const changed = await annotator.must("updateView", { ...of(made.id), body: { query: "page=2&status=draft" } });
  expect(changed).toMatchObject({ name: "Money back", query: "status=draft" });
  const second = await annotator.must("createView", { ...dataset, body: REFUNDS });
  expect((await annotator.must("listMyViews", dataset)).items).toEqual([changed, second]);
  expect(await annotator.must("deleteView", of(made.id))).toEqual(changed);
  expect((await annotator.must("listMyViews", dataset)).items).toEqual([second]);
});

test("ROL-09 members of the workspace save views; somebody else's view is as unknown as none", async () => {
  const datasetId = await published();
  const { admin, annotator, owner } = people.clients;
  const statuses = async (name: "listMyViews" | "createView") => {
    const found: { [speaker: string]: number } = {};
    for (const speaker of SPEAKERS) {
      const sending = { ...inDataset(datasetId), ...(name === "createView" ? { body: REFUNDS } : {}) };
      found[speaker] = (await people.clients[speaker].call(name, sending)).status;
    }
    return found;
  };
  const refused = { "admin elsewhere": 403, "annotator elsewhere": 403, nobody: 401 };
  expect(await statuses("createView")).toEqual({ owner: 201, admin: 201, annotator: 201, ...refused });
  expect(await statuses("listMyViews")).toEqual({ owner: 200, admin: 200, annotator: 200, ...refused });
  const [view] = (await annotator.must("listMyViews", inDataset(datasetId))).items;
  for (const client of [admin, owner, people.clients["annotator elsewhere"]]) {
    const sent = { ...of(view?.id ?? ""), body: { name: "Mine now" } };
    for (const name of ["updateView", "deleteView"] as const) {
      const reply = await client.call(name, sent);
      expect([name, reply.status, reply.body]).toEqual([
        name,
        404,
        { detail: `View with id \`${view?.id}\` not found` },
      ]);
    }
  }
  expect((await people.clients.nobody.call("deleteView", of(view?.id ?? ""))).status).toBe(401);
  expect((await annotator.call("createView", { ...inDataset(NOWHERE), body: REFUNDS })).status).toBe(404);
});

test("ROL-09 who has left the workspace keeps the views and cannot reach them until they are back", async () => {
  const datasetId = await published();
  const { owner } = people.clients;
  const leaver = await createUser(server, "annotator");
  const workspace = { workspace_id: people.workspaceId };
  const join = () => owner.must("addWorkspaceUser", { params: workspace, body: { user_id: leaver.id } });
  await join();
  const view = await leaver.client.must("createView", { ...inDataset(datasetId), body: REFUNDS });
  await owner.must("removeWorkspaceUser", { params: { ...workspace, user_id: leaver.id } });
  expect((await leaver.client.call("deleteView", of(view.id))).status).toBe(403);
  await join();
  expect((await leaver.client.must("listMyViews", inDataset(datasetId))).items).toEqual([view]);
});

test("API-31 a name is used once for a user and a dataset, and the refusal names it", async () => {
  const datasetId = await published();
  const { admin, annotator } = people.clients;
  const dataset = inDataset(datasetId);
  await annotator.must("createView", { ...dataset, body: REFUNDS });
  const taken = { detail: `View with name \`Refunds\` already exists for dataset with id \`${datasetId}\`` };
  const again = await annotator.call("createView", { ...dataset, body: { ...REFUNDS, query: "status=draft" } });
  expect([again.status, again.body]).toEqual([409, taken]);
  const other = await annotator.must("createView", { ...dataset, body: { ...REFUNDS, name: "Other" } });
  const renamed = await annotator.call("updateView", { ...of(other.id), body: { name: "Refunds" } });
  expect([renamed.status, renamed.body]).toEqual([409, taken]);
  expect((await annotator.call("updateView", { ...of(other.id), body: { name: "Other" } })).status).toBe(200);
  await admin.must("createView", { ...dataset, body: REFUNDS });
  await annotator.must("createView", { ...inDataset(await published()), body: REFUNDS });
});

test("API-31 names and queries that are none are refused with what is wrong", async () => {
  const dataset = inDataset(await published());
  const { annotator } = people.clients;
  const view = await annotator.must("createView", { ...dataset, body: REFUNDS });
  const bad = [
    { name: "", query: "status=draft" },
    { name: "   ", query: "status=draft" },
    { name: "x".repeat(101), query: "status=draft" },
    { name: "a\u0000b", query: "status=draft" },
    { name: "x", query: "" },
    { name: "x", query: "status=draft#there" },
    { name: "x", query: `search=${"x".repeat(8000)}` },
    { name: "x", query: "?page=3&status=pending" },
    { name: null, query: null },
    { name: {}, query: [] },
  ];
  for (const body of bad) {
    const sent = JSON.stringify(body).slice(0, 80);
    expect((await annotator.call("createView", { ...dataset, body })).status, sent).toBe(422);
    expect((await annotator.call("updateView", { ...of(view.id), body })).status, sent).toBe(422);
  }
  expect((await annotator.must("listMyViews", dataset)).items).toEqual([view]);
  const kept = await annotator.must("createView", { ...dataset, body: { ...REFUNDS, name: "مراجعة 返金 🐦" } });
  expect(kept.name).toBe("مراجعة 返金 🐦");
});

test("API-31 one view more than may be saved is refused with the number", async () => {
  const dataset = inDataset(await published());
  const { annotator } = people.clients;
  for (let n = 0; n < MOST_VIEWS; n++) {
    await annotator.must("createView", { ...dataset, body: { ...REFUNDS, name: `View ${n}` } });
  }
  const refused = await annotator.call("createView", { ...dataset, body: REFUNDS });
  expect(refused.status).toBe(422);
  expect(refused.body).toEqual({ detail: "At most 100 views of a dataset can be saved; delete one first" });
});

test("design/filters.md#views views go with their dataset and with their user", async () => {
  const { owner } = people.clients;
  const dataset = inDataset(await published());
  const leaving = await createUser(server, "owner");
  await owner.must("createView", { ...dataset, body: { ...REFUNDS, name: newName() } });
  await leaving.client.must("createView", { ...dataset, body: REFUNDS });
  const before = await watch.count("saved_view");
  await owner.must("deleteUser", { params: { user_id: leaving.id } });
  expect(await watch.count("saved_view")).toBe(before - 1);
  const [view] = (await owner.must("listMyViews", dataset)).items;
  await owner.must("deleteDataset", dataset);
  expect((await owner.call("deleteView", of(view?.id ?? ""))).status).toBe(404);
  await watch.settled();
  expect(await watch.count("saved_view")).toBe(before - 2);
});
