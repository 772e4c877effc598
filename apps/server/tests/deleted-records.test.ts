import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newId } from "../src/new-id.ts";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createWorld } from "./support/fuzz-world.ts";
import { patiently } from "./support/patiently.ts";
import { createPeople, newName, startPeople } from "./support/people.ts";
import { startTestServer } from "./support/start-test-server.ts";
import { wholeStore } from "./support/whole-store.ts";

/** Deleted records: what deletions keep, and what restorations bring back. */

const { server, people, owner } = await startPeople();
const workspace = (await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } })).name;

const lines = async (client: Client = owner) =>
  (await client.must("listDeleted")).items.filter(({ kind }) => kind === "records");
const linesOf = async (name: string, client: Client = owner) =>
  (await lines(client)).filter((line) => line.name === name);
const restore = (deletedId: string) => owner.must("restoreDeleted", { params: { deleted_id: deletedId }, body: {} });
const rightDerived = async () => expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);

async function createTasks(
  count: number,
): Promise<{ name: string; at: { params: { name: string }; query: { workspace: string } } }> {
  const name = newName();
  await owner.must("createTaskDatasetV0", { body: { name, task: "Text2Text", workspace } });
  const at = { params: { name }, query: { workspace } };
  for (let from = 0; from < count; from += 1000) {
    const records = Array.from({ length: Math.min(1000, count - from) }, (_, id) => ({
      ...{ id: `r${from + id}`, text: `text ${from + id}`, metadata: { half: id % 2 } },
      vectors: { mini: { value: [id, 1] } },
    }));
    await owner.must("logText2TextRecordsV0", { ...at, body: { records } });
  }
  return { name, at };
}
const total = async (name: string, body: object = {}) =>
  (await owner.must("searchTaskRecordsV0", { params: { name, task: "Text2Text" }, query: { workspace }, body })).total;

test("BIN-07 BIN-08 a deletion of feedback records and its restoration together change nothing", async () => {
  const world = await createWorld(server);
  const params = { dataset_id: world.main.datasetId };
  const { annotator, admin } = world.people.clients;
  const ids = world.records.map(({ id }) => id);
  const [first = "", second = ""] = ids;
  await annotator.must("flagRecord", { params: { record_id: first } });
  const draft = { status: "draft", values: { mood: { value: "good" } } };
  await admin.must("createResponse", { params: { record_id: first }, body: draft });
  const shown = async () => [
    await annotator.must("listMyRecords", { params, query: { include: ["responses", "suggestions"] } }),
    await owner.must("listRecords", { params, query: { include: ["responses", "suggestions", "vectors"] } }),
    await owner.must("getDatasetProgress", { params }),
    await owner.must("countDatasetResponses", { params }),
    await annotator.must("listMyFlags", { params }),
    await owner.must("getRecordHistory", { params: { record_id: first } }),
    await owner.must("countPeopleAnswers"),
    (await owner.must("searchMyRecords", { params, body: { query: { text: { q: "a" } } } })).total,
  ];
  const times = ["written_at"];
  const [before, asShown] = [wholeStore(server.file, times), await shown()];
  const { name } = await owner.must("getDataset", { params });
  await admin.must("deleteRecord", { params: { record_id: second } });
  await admin.must("deleteRecords", { params, query: { ids: [first, ...ids.slice(2)].join(",") } });
  const all = await linesOf(name);
  expect(all.map(({ records, state }) => [records, state])).toEqual([
    [3, "kept"],
    [1, "kept"],
  ]);
  expect(all[0]).toMatchObject({ kind: "records", name, workspace: world.workspace, task: "FeedbackTask" });
  expect(all[0]?.deleted_by?.name).toBe("Test");
  expect(all[0]?.preview).not.toBe("");
  await rightDerived();
  for (const id of ids) expect((await owner.call("getRecord", { params: { record_id: id } })).status).toBe(404);
  expect((await owner.must("getDatasetProgress", { params })).total).toBe(0);
  for (const { response, suggestion } of world.records) {
    expect((await owner.call("deleteResponse", { params: { response_id: response } })).status).toBe(404);
    expect((await owner.call("deleteSuggestion", { params: { suggestion_id: suggestion } })).status).toBe(404);
  }
  const offer = await owner.must("getDeleted", { params: { deleted_id: all[0]?.id ?? "" } });
  expect(offer).toMatchObject({ taken: 0, drafts: 1, people: 2, answers: 4 });
  for (const { id, records } of all) expect(await restore(id)).toMatchObject({ restored: records, left: 0, name });
  expect(wholeStore(server.file, times)).toEqual(before);
  expect(await shown()).toEqual(asShown);
  await rightDerived();
  const { items } = await owner.must("listAudit", { query: { search: name, group: ["deletion"] } });
  expect(items.slice(0, 4).map(({ kind }) => kind)).toEqual([
    ...["records_restored", "records_restored", "records_deleted", "records_deleted"],
  ]);
});

test("BIN-07 BIN-08 a large deletion of task records and its restoration by a job change nothing either", async () => {
  const { name, at } = await createTasks(600);
  const answer = { status: "Validated" as const, annotation: { agent: "p", sentences: [{ text: "done" }] } };
  await owner.must("logText2TextRecordsV0", {
    ...at,
    body: { records: [{ id: "r7", text: "text 7", ...answer }] },
  } as never);
  await owner.must("flagTaskRecord", { params: { name, id: "r7" }, query: { workspace } });
  const times = ["written_at"];
  const [before, found] = [wholeStore(server.file, times), await total(name, { query: { query_text: "text" } })];
  const gone = await owner.must("deleteTaskRecordsV0", { ...at, body: {} });
  expect(gone).toEqual({ matched: 600, processed: 600 });
  expect([await total(name), found]).toEqual([0, 600]);
  const [line] = await linesOf(name);
  expect(line).toMatchObject({ records: 600, answers: null, state: "kept", task: "Text2Text" });
  await rightDerived();
  expect(await restore(line?.id ?? "")).toMatchObject({ id: `${workspace}.${name}`, restored: null, left: 0 });
  await patiently(async () => expect(await linesOf(name)).toEqual([]));
  expect(wholeStore(server.file, times)).toEqual(before);
  expect(await total(name, { query: { query_text: "text" } })).toBe(found);
  await rightDerived();
});

test("BIN-15 large records are deleted by ids a few in a write, and are one deletion; small ones are one write", async () => {
  const notesOf = async (dataset: string) => {
    const { items } = await owner.must("listAudit", { query: { group: ["deletion"] } });
    const own = items.filter(({ kind, told }) => kind === "records_deleted" && JSON.stringify(told).includes(dataset));
    // Each write notes what it deleted; the same note again is counted.
    return own.map(({ told, times }) => [Object.assign({ records: 0 }, told).records, times]);
  };
  for (const [count, characters, writes] of [
    [6, 300_000, 6],
    [100, 1000, 1],
  ] as const) {
    const { datasetId } = await createPublished(owner, people.workspaceId);
    const params = { dataset_id: datasetId };
    const { name } = await owner.must("getDataset", { params });
    const text = "some words ".repeat(characters / 11);
    const items = Array.from({ length: count }, (_, n) => ({ fields: { text: `${n} ${text}` }, external_id: `r${n}` }));
    const made = (await owner.must("bulkCreateRecords", { params, body: { items } })).items.map(({ id }) => id);
    await owner.must("deleteRecords", { params, query: { ids: made.join(",") } });
    const left = async () => (await owner.must("getMyDatasetMetrics", { params })).records.count;
    expect(await left()).toBe(0);
    expect(await notesOf(name)).toEqual([[count / writes, writes]]);
    const [line, ...more] = await linesOf(name);
    expect([line?.records, more]).toEqual([count, []]);
    await restore(line?.id ?? "");
    await patiently(async () => expect(await left()).toBe(count));
    await rightDerived();
  }
});

test("BIN-09 records whose ids others have now stay deleted, and nothing is overwritten", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const { name } = await owner.must("getDataset", { params });
  const add = async (text: string, external_id: string) => {
    const items = [{ fields: { text }, external_id }];
    return (await owner.must("bulkCreateRecords", { params, body: { items } })).items[0]?.id ?? "";
  };
  const ids = [await add("old a", "a"), await add("old b", "b")];
  await owner.must("deleteRecords", { params, query: { ids: ids.join(",") } });
  await add("new a", "a");
  const [line] = await linesOf(name);
  const id = line?.id ?? "";
  expect(await owner.must("getDeleted", { params: { deleted_id: id } })).toMatchObject({ records: 2, taken: 1 });
  expect(await restore(id)).toMatchObject({ restored: 1, left: 1 });
  const texts = (await owner.must("listRecords", { params })).items.map(({ fields }) => fields.text);
  expect(texts.sort()).toEqual(["new a", "old b"]);
  expect(await linesOf(name)).toMatchObject([{ id, records: 1, state: "kept" }]);
  const again = await owner.call("restoreDeleted", { params: { deleted_id: id }, body: {} });
  expect(again.status).toBe(409);
  for (const body of [{ name: "other" }, { workspace_id: people.workspaceId }])
    expect((await owner.call("restoreDeleted", { params: { deleted_id: id }, body })).status).toBe(422);
  const tasks = await createTasks(2);
  await owner.must("deleteTaskRecordsV0", { ...tasks.at, body: {} });
  await owner.must("logText2TextRecordsV0", { ...tasks.at, body: { records: [{ id: "r0", text: "new" }] } });
  const [ofTasks] = await linesOf(tasks.name);
  expect(await restore(ofTasks?.id ?? "")).toMatchObject({ restored: 1, left: 1 });
  expect(await total(tasks.name)).toBe(2);
  await rightDerived();
});

async function createTexts() {
  const name = newName();
  const at = { params: { name }, query: { workspace } };
  await owner.must("createTaskDatasetV0", { body: { name, task: "TextClassification", workspace } });
  const log = (id: string, label: string, multi_label = false) => {
    const labels = [{ class_label: label, score: 1 }];
    const record = { id, inputs: { text: id }, multi_label, status: "Validated", annotation: { agent: "p", labels } };
    return owner.call("logTextRecordsV0", { ...at, body: { records: [record] } } as never);
  };
  const of = { params: { name, task: "TextClassification" }, query: { workspace } } as const;
  const setLabels = async (...labels: string[]) =>
    (await owner.call("updateTaskSettingsV0", { ...of, body: { label_schema: { labels } } } as never)).status;
  const remove = async (id: string) => {
    await owner.must("deleteTaskRecordsV0", { ...at, body: { ids: [id] } as never });
    return (await linesOf(name))[0]?.id ?? "";
  };
  const labels = async () =>
    (await owner.must("getTaskSettingsV0", of)).label_schema?.labels.map((label) => label.name);
  return { log, setLabels, remove, labels };
}

test("BIN-09 labels that the schema has lost meanwhile come back with the records that have them", async () => {
  const { log, setLabels, remove, labels } = await createTexts();
  expect(await setLabels("a", "b")).toBe(200);
  for (const label of ["a", "b"]) expect((await log(label, label)).status).toBe(200);
  const id = await remove("a");
  expect(await setLabels("b")).toBe(200);
  expect(await restore(id)).toMatchObject({ restored: 1, left: 0 });
  expect(await labels()).toEqual(["b", "a"]);
  expect(await setLabels("b", "a", "c")).toBe(200);
  await rightDerived();
});

test("BIN-09 a restoration adds no labels beyond the bound of the schema, and says the size and the limit", async () => {
  const { log, setLabels, remove, labels } = await createTexts();
  expect((await log("one", "l".repeat(100))).status).toBe(200);
  const id = await remove("one");
  // A label has its name twice in the schema.
  const full = Array.from({ length: 8 }, (_, n) => `${n}`.padEnd(2 ** 20 - 11, "x"));
  expect(await setLabels(...full)).toBe(200);
  const refused = await owner.call("restoreDeleted", { params: { deleted_id: id }, body: {} });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toMatch(/would have \d+ bytes, the limit is 16777216/);
  expect(await labels()).toHaveLength(8);
  expect(await setLabels("a")).toBe(200);
  expect(await restore(id)).toMatchObject({ restored: 1, left: 0 });
});

test("BIN-09 single-label records do not come back beside multi-label ones", async () => {
  const { log, remove } = await createTexts();
  await log("one", "a");
  const id = await remove("one");
  expect((await log("other", "a", true)).status).toBe(200);
  const refused = await owner.call("restoreDeleted", { params: { deleted_id: id }, body: {} });
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused)).toContain("multi-label");
  expect((await log("next", "a", true)).status).toBe(200);
  await remove("other");
  await remove("next");
  expect(await restore(id)).toMatchObject({ restored: 1, left: 0 });
});

test("BIN-08 owners see all deleted records, admins those of their workspaces", async () => {
  const { name, at } = await createTasks(1);
  await people.clients.admin.must("deleteTaskRecordsV0", { ...at, body: {} });
  const [line] = await linesOf(name, people.clients.admin);
  const params = { deleted_id: line?.id ?? "" };
  expect(await linesOf(name)).toEqual([line]);
  expect(await linesOf(name, people.clients["admin elsewhere"])).toEqual([]);
  for (const call of ["getDeleted", "restoreDeleted", "removeDeleted"] as const)
    for (const who of ["admin elsewhere", "annotator"] as const)
      expect(
        (await people.clients[who].call(call, { params, ...(call === "restoreDeleted" && { body: {} }) })).status,
        `${call} ${who}`,
      ).toBe(403);
  await owner.must("closeTaskDatasetV0", at);
  expect((await owner.call("restoreDeleted", { params, body: {} })).status).toBe(400);
  await owner.must("openTaskDatasetV0", at);
  expect(await restore(params.deleted_id)).toMatchObject({ restored: 1 });
});

/** The rows that are stored of a deletion, beside its line. */
function rowsOf(deletedId: string): () => number {
  const count = (sql: string, of: string | number) => {
    const database = new DatabaseSync(server.file, { readOnly: true });
    const row = database.prepare(sql).get(of);
    database.close();
    return Number(row?.n);
  };
  const key = count("select key as n from deleted_records where id = ?", deletedId);
  return () =>
    ["record", "task_record", "response", "suggestion", "vector", "flag", "activity"].reduce(
      (sum, table) => sum + count(`select count(*) as n from ${table} where dataset_key = ?`, key),
      0,
    );
}

test.each([
  ["records_removed", (id: string) => owner.must("removeDeleted", { params: { deleted_id: id } })],
  [
    "records_expired",
    async () => {
      while (await server.store.read("hasExpired", null, { keepDays: 0 }))
        await server.store.write("removeExpired", null, { keepDays: 0 });
    },
  ],
] as const)("BIN-10 nothing is left of records that were removed for good: %s", async (kind, remove) => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const { name } = await owner.must("getDataset", { params });
  const answer = { user_id: people.ids.annotator, status: "submitted", values: { mood: { value: "good" } } };
  const items = [{ fields: { text: "a" }, responses: [answer], vectors: { mini: [1, 2, 3] } }];
  const [record] = (await owner.must("bulkCreateRecords", { params, body: { items } })).items;
  await owner.must("deleteRecord", { params: { record_id: record?.id ?? "" } });
  const [line] = await linesOf(name);
  const rows = rowsOf(line?.id ?? "");
  expect(rows()).toBe(4);
  await remove(line?.id ?? "");
  expect(await linesOf(name)).toEqual([]);
  // Any change wakes the jobs; the server itself does so after its own removals.
  await owner.must("deleteRecords", { params, query: { ids: newId() } });
  await patiently(() => expect(rows()).toBe(0));
  expect((await owner.call("restoreDeleted", { params: { deleted_id: line?.id ?? "" }, body: {} })).status).toBe(404);
  const { items: told } = await owner.must("listAudit", { query: { search: name, group: ["deletion"] } });
  expect(told[0]).toMatchObject({ kind, told: { records: 1 } });
});

test("BIN-11 a deleted dataset takes its deleted records with it, and brings them back", async () => {
  const { name, at } = await createTasks(3);
  await owner.must("deleteTaskRecordsV0", { ...at, body: { ids: ["r1"] } as never });
  const [line] = await linesOf(name);
  const rows = rowsOf(line?.id ?? "");
  expect(rows()).toBeGreaterThan(0);
  const deletedDataset = async () => {
    await owner.must("deleteTaskDatasetV0", at);
    const { items } = await owner.must("listDeleted");
    return items.find((item) => item.kind === "dataset" && item.name === name)?.id ?? "";
  };
  const first = await deletedDataset();
  expect(await linesOf(name)).toEqual([]);
  const params = { deleted_id: line?.id ?? "" };
  expect((await owner.call("restoreDeleted", { params, body: {} })).status).toBe(404);
  await restore(first);
  expect(await linesOf(name)).toEqual([line]);
  await owner.must("removeDeleted", { params: { deleted_id: await deletedDataset() } });
  await patiently(() => expect(rows()).toBe(0));
});

test("BIN-07 BIN-08 others write while many records are deleted and restored", { timeout: 120_000 }, async () => {
  const { name, at } = await createTasks(3000);
  const other = people.clients.annotator;
  const answered: string[] = [];
  const note = (what: string) => () => void answered.push(what);
  const write = () => other.must("changeMyPreferences", { body: { items: [{ name: "theme", value: "dark" }] } });
  const deletion = owner.must("deleteTaskRecordsV0", { ...at, body: {} }).then(note("deleted"));
  await patiently(async () => expect(await total(name)).toBeLessThan(3000), { interval: 1 });
  await write().then(note("written"));
  await deletion;
  expect(answered).toEqual(["written", "deleted"]);
  const [line] = await linesOf(name);
  await restore(line?.id ?? "");
  await patiently(async () => expect(await total(name)).toBeGreaterThan(0), { interval: 1 });
  await write();
  // Only a part was there when the other one was answered, and every part is of whole records.
  expect((await linesOf(name))[0]?.state).toBe("restoring");
  for (const call of ["restoreDeleted", "removeDeleted"] as const)
    expect(
      (
        await owner.call(call, {
          params: { deleted_id: line?.id ?? "" },
          ...(call === "restoreDeleted" && { body: {} }),
        })
      ).status,
    ).toBe(409);
  await patiently(async () => expect(await linesOf(name)).toEqual([]), { timeout: 60_000 });
  expect(await total(name)).toBe(3000);
  await rightDerived();
});

test("BIN-08 BIN-10 a restoration that was stopped can be repeated, and is removed when its time is over", async () => {
  const { name, at } = await createTasks(3000);
  await owner.must("deleteTaskRecordsV0", { ...at, body: {} });
  const [line] = await linesOf(name);
  const id = line?.id ?? "";
  const stop = async () => {
    await restore(id);
    expect((await linesOf(name))[0]?.state).toBe("restoring");
    const query = { dataset_id: `${workspace}.${name}` };
    const job_id = (await owner.must("listJobs", { query })).items[0]?.id ?? "";
    await owner.must("changeJob", { params: { job_id }, body: { stopped: true } });
    expect((await linesOf(name))[0]?.state).toBe("kept");
    return job_id;
  };
  const first = await stop();
  const second = await stop();
  expect((await owner.call("changeJob", { params: { job_id: first }, body: { stopped: false } })).status).toBe(409);
  while (await server.store.read("hasExpired", null, { keepDays: 0 }))
    await server.store.write("removeExpired", null, { keepDays: 0 });
  expect(await linesOf(name)).toEqual([]);
  expect((await owner.call("changeJob", { params: { job_id: second }, body: { stopped: false } })).status).toBe(409);
  await rightDerived();
});

test("BIN-07 from the hundredth deletion on, what a program deletes one by one is one deletion", async () => {
  const { name, at } = await createTasks(103);
  for (let id = 0; id < 103; id++)
    await owner.must("deleteTaskRecordsV0", { ...at, body: { ids: [`r${id}`] } as never });
  const all = await linesOf(name);
  expect([all.length, all[0]?.records]).toEqual([100, 4]);
  for (const { id } of all) await restore(id);
  expect(await total(name)).toBe(103);
  await rightDerived();
});

test("BIN-07 a server that keeps nothing deletes records at once, as ever", async () => {
  const other = await startTestServer({ limits: { keepDeletedDays: 0 } });
  try {
    const there = await createPeople(other);
    const { datasetId } = await createPublished(there.clients.owner, there.workspaceId);
    const params = { dataset_id: datasetId };
    const items = [{ fields: { text: "a" } }];
    const [record] = (await there.clients.owner.must("bulkCreateRecords", { params, body: { items } })).items;
    await there.clients.owner.must("deleteRecord", { params: { record_id: record?.id ?? "" } });
    expect(await there.clients.owner.must("listDeleted")).toEqual({ items: [], keep_days: 0 });
    expect(wholeStore(other.file).record).toEqual([]);
  } finally {
    await other.close();
  }
});
