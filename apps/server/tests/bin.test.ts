import { DatabaseSync } from "node:sqlite";
import { type RouteName, routes } from "@postil/contract/routes";
import { taskQueryToEnd } from "@postil/contract/tasks/search";
import { expect, test } from "vitest";
import { newId } from "../src/new-id.ts";
import { operatorAsCaller } from "../src/usecases/accounts/operator.ts";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { SEEDS } from "./support/fuzz-seeds.ts";
import { createWorld, type World } from "./support/fuzz-world.ts";
import type { Seed } from "./support/odd-values.ts";
import { patiently } from "./support/patiently.ts";
import { createPeople, newName, startPeople } from "./support/people.ts";
import { startTestServer } from "./support/start-test-server.ts";

const { server, people, owner } = await startPeople();

const deletedNamed = async (name: string, client: Client = owner) =>
  (await client.must("listDeleted")).items.find((item) => item.name === name);

async function idOfDeleted(name: string): Promise<string> {
  const found = await deletedNamed(name);
  if (!found) throw new Error(`Nothing deleted has the name ${name}.`);
  return found.id;
}

/** Deletes every dataset of both families that the workspace of a world has. */
async function deleteAll({ owner: client, people: of, workspace }: World): Promise<string[]> {
  const names: string[] = [];
  const { items } = await client.must("listMyDatasets", { query: { workspace_id: of.workspaceId } });
  for (const { id, name } of items) {
    await client.must("deleteDataset", { params: { dataset_id: id } });
    names.push(name);
  }
  for (const { name } of await client.must("listTaskDatasetsV0", { query: { workspace } })) {
    await client.must("deleteTaskDatasetV0", { params: { name }, query: { workspace } });
    names.push(name);
  }
  return names;
}

/** Routes that name a dataset or something in it, except those of what was deleted. */
const IN_DATASET =
  /:(dataset|record|field|question|metadata_property|vector_settings|response|suggestion|view|snapshot)_id|:name/;
/** They make the dataset that they name. Of a deleted one they say where it is: it is not brought a second time (MIG-03). */
const MAKES: ReadonlySet<RouteName> = new Set(["bringDataset", "bringTaskDataset"]);
const IN_BODY: ReadonlySet<RouteName> = new Set(["beginImport", "bulkSaveResponses", "listSnapshots", "takeSnapshot"]);
const NAMING = (Object.keys(routes) as RouteName[]).filter(
  (name) => !MAKES.has(name) && (IN_DATASET.test(routes[name].path) || IN_BODY.has(name)),
);
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

test("BIN-01 every call that names a deleted dataset or a part of it answers as if it had never been there", {
  timeout: 120_000,
}, async () => {
  const world = await createWorld(server);
  const seeds: (readonly [RouteName, Seed])[] = [];
  for (const name of NAMING) seeds.push([name, await SEEDS[name](world, 0)]);
  const names = await deleteAll(world);
  const known = new Set([...Object.values(world.people.ids), world.people.workspaceId, world.people.elsewhereId]);
  const others = new Map(names.map((name) => [name, newName()]));
  const elsewhere = (text: string) => {
    const ids = text.replace(UUID, (id) => {
      if (!known.has(id) && !others.has(id)) others.set(id, newId());
      return others.get(id) ?? id;
    });
    return names.reduce((changed, name) => changed.replaceAll(name, others.get(name) ?? name), ids);
  };
  for (const [name, seed] of seeds) {
    const unknown: Seed = JSON.parse(elsewhere(JSON.stringify(seed)));
    expect(unknown, `${name} names nothing that was deleted`).not.toEqual(seed);
    const expected = await owner.call(name, unknown);
    const { status, body } = await owner.call(name, seed);
    const answer = { status, body: JSON.parse(elsewhere(JSON.stringify(body))) };
    expect(answer, name).toEqual({ status: expected.status, body: expected.body });
  }
  expect(seeds.length).toBeGreaterThan(90);
  const lists: readonly (readonly [RouteName, Seed])[] = [
    ["listMyDatasets", {}],
    ["listTaskDatasetsV0", {}],
    ["listMyDatasets", { query: { workspace_id: [world.people.workspaceId] } }],
    ["getWorkspaceOverview", { params: { workspace_id: world.people.workspaceId } }],
    ["listWorkspaces", {}],
    ["countAnswersOfWorkspaces", {}],
    ["countAnswersInWorkspace", { params: { workspace_id: world.people.workspaceId } }],
    ["listJobs", {}],
  ];
  for (const [name, sending] of lists) {
    const text = JSON.stringify((await owner.call(name, sending)).body);
    for (const one of names) expect(text, name).not.toContain(one);
  }
  const { items } = await owner.must("countAnswersInWorkspace", { params: { workspace_id: world.people.workspaceId } });
  expect(items).toEqual([]);
  expect(await owner.must("countPersonWork", { params: { user_id: world.people.ids.annotator } })).toMatchObject({
    answers: 0,
    drafts: 0,
    annotations: 0,
  });
});

/** All rows of all tables, except those that say what happened. */
function everything() {
  const database = new DatabaseSync(server.file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  const found = tables.flatMap(({ name }) => {
    const table = String(name);
    if (["audit", "clock", "sqlite_sequence", "last_seen", "key_use", "job"].includes(table)) return [];
    const rows = database
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => JSON.stringify(Object.values(row)));
    return [[table, rows.sort()] as const];
  });
  database.close();
  return Object.fromEntries(found);
}

test("BIN-02 a deletion and a restoration together change nothing in any table, and what is derived stays right", async () => {
  const world = await createWorld(server);
  const params = { dataset_id: world.main.datasetId };
  const { annotator } = world.people.clients;
  const [record] = world.records;
  const id = record?.id ?? "";
  await annotator.must("flagRecord", { params: { record_id: id } });
  await annotator.must("createView", { params, body: { name: "mine", query: "status=submitted" } });
  const draft = { status: "draft", values: { mood: { value: "good" } } };
  await world.people.clients.admin.must("createResponse", { params: { record_id: id }, body: draft });
  const queue = () => annotator.must("listMyRecords", { params, query: { include: ["responses", "suggestions"] } });
  const progress = () => owner.must("getDatasetProgress", { params });
  const [before, shown, counted] = [everything(), await queue(), await progress()];
  const names = await deleteAll(world);
  expect(names.length).toBeGreaterThan(4);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
  for (const name of names) {
    const restored = await owner.must("restoreDeleted", { params: { deleted_id: await idOfDeleted(name) }, body: {} });
    expect(restored).toMatchObject({ name, workspace: world.workspace });
  }
  expect(everything()).toEqual(before);
  expect([await queue(), await progress()]).toEqual([shown, counted]);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("BIN-01 BIN-03 who deleted what is told: to owners everything, to admins what was in their workspaces", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const answered = [{ user_id: people.ids.annotator, status: "submitted", values: { mood: { value: "good" } } }];
  const items = [{ fields: { text: "a" }, responses: answered }, { fields: { text: "b" } }];
  await owner.must("bulkCreateRecords", { params, body: { items } });
  const asked = await owner.must("getDataset", { params });
  expect(await people.clients.admin.must("deleteDataset", { params })).toEqual(asked);
  const { id: workspaceId, name: workspace } = await owner.must("getWorkspace", {
    params: { workspace_id: people.workspaceId },
  });
  const told = await deletedNamed(asked.name, people.clients.admin);
  expect(told).toMatchObject({ task: "FeedbackTask", workspace_id: workspaceId, workspace, records: 2, answers: 1 });
  expect(told?.deleted_by?.name).toBe("Test");
  expect(Date.parse(`${told?.kept_until}Z`) - Date.parse(`${told?.deleted_at}Z`)).toBe(30 * 86_400_000);
  expect((await owner.must("listDeleted")).keep_days).toBe(30);
  expect(await deletedNamed(asked.name)).toEqual(told);
  expect(await deletedNamed(asked.name, people.clients["admin elsewhere"])).toBeUndefined();
  const { items: entries } = await owner.must("listAudit", { query: { search: asked.name } });
  expect(entries.map(({ kind }) => kind)).toEqual(["dataset_deleted"]);
});

test("BIN-04 a name that is taken meanwhile is refused, and another one is offered and taken", async () => {
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const name = newName();
  const body = { name, task: "Text2Text", workspace };
  const again = async () => {
    await owner.must("createTaskDatasetV0", { body });
    await owner.must("deleteTaskDatasetV0", { params: { name }, query: { workspace } });
  };
  await again();
  const first = await idOfDeleted(name);
  await owner.must("createTaskDatasetV0", { body });
  const params = { deleted_id: first };
  const offer = await owner.must("getDeleted", { params });
  expect(offer).toMatchObject({ name, offered_name: `${name}-2`, people: 0, drafts: 0, left: [] });
  expect(offer.taken_at).not.toBeNull();
  expect((await owner.call("restoreDeleted", { params, body: {} })).status).toBe(409);
  for (const wrong of ["Ä", "A b", "-a", ""])
    expect((await owner.call("restoreDeleted", { params, body: { name: wrong } })).status, wrong).toBe(422);
  expect((await owner.call("restoreDeleted", { params, body: { name: "a".repeat(201) } })).status).toBe(422);
  const restored = await owner.must("restoreDeleted", { params, body: { name: offer.offered_name } });
  expect(restored).toMatchObject({ id: `${workspace}.${name}-2`, name: `${name}-2`, task: "Text2Text", workspace });
  expect((await owner.call("restoreDeleted", { params, body: {} })).status).toBe(404);
  const { items } = await owner.must("listAudit", { query: { search: `${name}-2` } });
  expect(items[0]).toMatchObject({ kind: "dataset_restored", told: { dataset: `${name}-2`, workspace, from: name } });
});

test("BIN-04 what was in a workspace that is gone is for owners, and comes back to another one", async () => {
  const { id, name: workspace } = await owner.must("createWorkspace", { body: { name: newName() } });
  const { datasetId } = await createPublished(owner, id);
  const { name } = await owner.must("getDataset", { params: { dataset_id: datasetId } });
  await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  await owner.must("deleteWorkspace", { params: { workspace_id: id } });
  expect(await deletedNamed(name)).toMatchObject({ workspace_id: null, workspace });
  expect(await deletedNamed(name, people.clients.admin)).toBeUndefined();
  const params = { deleted_id: await idOfDeleted(name) };
  // Somebody else's new workspace may have the same id.
  await owner.must("createWorkspace", { body: { name: newName(), id } });
  expect((await people.clients.admin.call("getDeleted", { params })).status).toBe(403);
  expect((await owner.call("restoreDeleted", { params, body: {} })).status).toBe(422);
  expect((await owner.call("restoreDeleted", { params, body: { workspace_id: newId() } })).status).toBe(422);
  await owner.must("restoreDeleted", { params, body: { workspace_id: people.workspaceId } });
  const restored = await people.clients.annotator.must("getDataset", { params: { dataset_id: datasetId } });
  expect(restored).toMatchObject({ name, workspace_id: people.workspaceId });
});

test("BIN-04 an admin restores only to a workspace of their own", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const { name } = await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  const sending = { params: { deleted_id: await idOfDeleted(name) }, body: { workspace_id: people.elsewhereId } };
  expect((await people.clients.admin.call("restoreDeleted", sending)).status).toBe(403);
  expect(await deletedNamed(name)).toBeDefined();
});

test("BIN-03 a restoration says whose answers come back although they have left the workspace", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const by = (user_id: string, status: string) => ({ user_id, status, values: { mood: { value: "good" } } });
  const responses = [by(people.ids["annotator elsewhere"], "submitted"), by(people.ids.annotator, "draft")];
  await owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "a" }, responses }] } });
  const { name } = await owner.must("deleteDataset", { params });
  const told = await owner.must("getDeleted", { params: { deleted_id: await idOfDeleted(name) } });
  expect(told).toMatchObject({ people: 2, drafts: 1, left: [{ name: "Test", answers: 1 }], taken_at: null });
});

test("BIN-01 the drafts of a deleted person go from a deleted dataset too", async () => {
  const person = await createPeople(server);
  const { datasetId } = await createPublished(owner, person.workspaceId);
  const params = { dataset_id: datasetId };
  const draft = { user_id: person.ids.annotator, status: "draft", values: {} };
  await owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "a" }, responses: [draft] }] } });
  const { name } = await owner.must("deleteDataset", { params });
  await owner.must("deletePerson", { params: { user_id: person.ids.annotator } });
  const deleted = { deleted_id: await idOfDeleted(name) };
  expect(await owner.must("getDeleted", { params: deleted })).toMatchObject({ people: 0, drafts: 0 });
  await owner.must("restoreDeleted", { params: deleted, body: {} });
  expect(await owner.must("countDatasetResponses", { params })).toMatchObject({ draft: 0 });
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

const jobsDone = () =>
  patiently(async () => {
    const { items } = await owner.must("listJobs");
    expect(items.every(({ state }) => state === "done")).toBe(true);
  });

/** The tables with rows of a dataset, by its key or its id. */
function tablesWith(key: number, datasetId: string): string[] {
  const database = new DatabaseSync(server.file, { readOnly: true });
  const columns = database
    .prepare(
      `select m.name as name, c.name as col from sqlite_master m, pragma_table_info(m.name) c
       where m.type = 'table' and c.name in ('dataset_key', 'dataset_id') and m.name <> 'job'`,
    )
    .all();
  const found = columns.filter(({ name, col }) =>
    database.prepare(`select 1 from "${name}" where ${col} = ? limit 1`).get(col === "dataset_id" ? datasetId : key),
  );
  const texts = database.prepare("select name from sqlite_master where name like ?").all(`text_${key}%`);
  database.close();
  return [...found, ...texts].map(({ name }) => String(name));
}

const keyOf = (datasetId: string): number => {
  const database = new DatabaseSync(server.file, { readOnly: true });
  const row = database.prepare("select key from dataset where id = ?").get(datasetId);
  database.close();
  return Number(row?.key);
};

test.each([
  ["dataset_removed", (deletedId: string) => owner.must("removeDeleted", { params: { deleted_id: deletedId } })],
  [
    "dataset_expired",
    async () => {
      while (await server.store.read("hasExpired", null, { keepDays: 0 }))
        await server.store.write("removeExpired", null, { keepDays: 0 });
    },
  ],
] as const)("BIN-05 nothing is left of what was removed for good, whatever removes it: %s", async (kind, remove) => {
  const world = await createWorld(server);
  const { datasetId } = world.main;
  const key = keyOf(datasetId);
  expect(tablesWith(key, datasetId)).toContain("record");
  const { name } = await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  expect(tablesWith(key, datasetId)).toContain("record");
  const deletedId = await idOfDeleted(name);
  expect(await server.store.read("hasExpired", null, { keepDays: 30 })).toBe(false);
  await remove(deletedId);
  // Any change of a job wakes the jobs; the server itself does so after its own removals.
  const other = await createPublished(owner, people.workspaceId);
  const { name: last } = await owner.must("deleteDataset", { params: { dataset_id: other.datasetId } });
  await owner.must("removeDeleted", { params: { deleted_id: await idOfDeleted(last) } });
  await jobsDone();
  expect(tablesWith(key, datasetId)).toEqual([]);
  const gone = { params: { deleted_id: deletedId }, body: {} };
  expect((await owner.call("restoreDeleted", gone)).status).toBe(404);
  expect((await owner.call("removeDeleted", gone)).status).toBe(404);
  const { items } = await owner.must("listAudit", { query: { search: name } });
  expect(items[0]).toMatchObject({ kind, told: { dataset: name } });
});

test("BIN-02 what was copied to a deleted dataset, or deleted in it, is done to its end after the restoration", async () => {
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const [source, target] = [newName(), newName()];
  const at = (name: string) => ({ params: { name }, query: { workspace } });
  const records = Array.from({ length: 600 }, (_, id) => ({ id: String(id), text: `text ${id}` }));
  await owner.must("createTaskDatasetV0", { body: { name: source, task: "Text2Text", workspace } });
  await owner.must("logText2TextRecordsV0", { ...at(source), body: { records } } as never);
  const count = async (name: string) =>
    (await owner.must("searchTaskRecordsV0", { ...at(name), params: { name, task: "Text2Text" }, body: {} })).total;
  const binned = async (name: string) => {
    await owner.must("deleteTaskDatasetV0", at(name));
    // The jobs have had their turn when a later one is done.
    const { datasetId } = await createPublished(owner, people.workspaceId);
    const { name: other } = await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
    await owner.must("removeDeleted", { params: { deleted_id: await idOfDeleted(other) } });
    await patiently(async () =>
      expect((await owner.must("listJobs", { query: { dataset_id: datasetId } })).items[0]?.state).toBe("done"),
    );
    await owner.must("restoreDeleted", { params: { deleted_id: await idOfDeleted(name) }, body: {} });
    await jobsDone();
  };
  // Directly, so that no step of the jobs is taken before the deletion.
  const copy = { name: target, workspace: null, tags: {}, metadata: {} };
  await server.store.write("copyTaskDataset", operatorAsCaller, { workspace, name: source, copy });
  await binned(target);
  expect(await count(target)).toBe(600);
  const asked = { workspace, name: target, query: taskQueryToEnd(null), discard: false };
  const found = await server.store.read("findRecordsToEnd", operatorAsCaller, asked);
  await server.store.write("deleteTaskRecords", operatorAsCaller, { ...asked, found, keepDays: 30 });
  await binned(target);
  expect(await count(target)).toBe(0);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("BIN-01 what an import has not filled to its end is removed at once", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  await owner.must("beginImport", { params: { import_id: newId() }, body: { dataset_id: datasetId } });
  const { name } = await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  expect(await deletedNamed(name)).toBeUndefined();
});

test("BIN-01 a server that keeps nothing deletes at once, as ever", async () => {
  const other = await startTestServer({ limits: { keepDeletedDays: 0 } });
  try {
    const there = await createPeople(other);
    const { datasetId } = await createPublished(there.clients.owner, there.workspaceId);
    await there.clients.owner.must("deleteDataset", { params: { dataset_id: datasetId } });
    expect(await there.clients.owner.must("listDeleted")).toEqual({ items: [], keep_days: 0 });
    const { items } = await there.clients.owner.must("listJobs", { query: { dataset_id: datasetId } });
    expect(items).toMatchObject([{ name: "purge" }]);
  } finally {
    await other.close();
  }
});
