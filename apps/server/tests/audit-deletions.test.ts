import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createDraft, createPublished } from "./support/draft.ts";
import { OWNER } from "./support/start-test-server.ts";
import { createTaskDataset, startTaskPeople } from "./support/task-datasets.ts";

/** The audit trail records deletions and exports (docs/contract/own.md). */

const { server, people, workspace } = await startTaskPeople();
const { owner, admin, annotator } = people.clients;

const allEntriesOf = async (search: string) =>
  (await owner.must("listAudit", { query: { search, limit: "100" } })).items;
/** Leaves out the entries of the reads with which the tests find their records. */
const entriesOf = async (search: string) => (await allEntriesOf(search)).filter(({ kind }) => kind !== "dataset_read");
const nameOf = async (dataset_id: string) => (await owner.must("getDataset", { params: { dataset_id } })).name;

async function datasetOf(records: number) {
  const { datasetId, ...parts } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const items = Array.from({ length: records }, (_, at) => ({ fields: { text: `Text ${at}` } }));
  await owner.must("createRecords", { params, body: { items } });
  const ids = (await owner.must("listRecords", { params })).items.map(({ id }) => id);
  const name = await nameOf(datasetId);
  return { ...parts, datasetId, ids, name, told: { dataset: name, workspace } };
}
const answer = (client: Client, record_id: string) =>
  client.must("createResponse", {
    params: { record_id },
    body: { values: { mood: { value: "good" } }, status: "submitted" },
  });

test("AUT-14 records that are deleted one at a time are one entry that counts them", async () => {
  const { ids, name, told } = await datasetOf(3);
  for (const record_id of ids) await admin.must("deleteRecord", { params: { record_id } });
  expect(await entriesOf(name)).toMatchObject([
    {
      kind: "records_deleted",
      group: "deletion",
      actor: { id: people.ids.admin },
      told: { ...told, records: 1 },
      times: 3,
    },
  ]);
});

test("AUT-14 somebody else's response that is deleted is noted with whose it was, one's own is not", async () => {
  const { ids, name, told } = await datasetOf(2);
  const [first = "", second = ""] = ids;
  const own = await answer(annotator, first);
  await annotator.must("deleteResponse", { params: { response_id: own.id } });
  const other = await answer(annotator, second);
  await admin.must("deleteResponse", { params: { response_id: other.id } });
  expect(await entriesOf(name)).toMatchObject([
    { kind: "response_deleted", actor: { id: people.ids.admin }, person: { id: people.ids.annotator }, told },
  ]);
});

test("AUT-43 somebody else's response that is changed is noted with whose it is, one's own is not", async () => {
  const { ids, name, told } = await datasetOf(1);
  const { id } = await answer(annotator, ids[0] ?? "");
  const change = (client: Client, value: string) =>
    client.must("updateResponse", {
      params: { response_id: id },
      body: { values: { mood: { value } }, status: "submitted" },
    });
  await change(annotator, "bad");
  await change(admin, "good");
  await change(admin, "bad");
  expect(await entriesOf(name)).toMatchObject([
    {
      kind: "response_changed",
      group: "change",
      actor: { id: people.ids.admin },
      person: { id: people.ids.annotator },
      told,
      times: 2,
    },
  ]);
});

test("AUT-43 a program that reads a dataset page by page is noted once, also of a task dataset, and a page of a session is not", async () => {
  const { datasetId, name, told } = await datasetOf(3);
  const task = await createTaskDataset(people, workspace, "Text2Text");
  for (const offset of ["0", "1", "2"])
    await owner.must("listRecords", { params: { dataset_id: datasetId }, query: { limit: "1", offset } });
  await owner.must("scanTaskRecordsV0", {
    params: { name: task.name, task: "Text2Text" },
    query: { workspace },
    body: {},
  });
  const read = { kind: "dataset_read", group: "export", actor: { username: OWNER.username }, times: 1 };
  expect(await allEntriesOf(name)).toMatchObject([{ ...read, told }]);
  expect(await allEntriesOf(task.name)).toMatchObject([{ ...read, told: { dataset: task.name, workspace } }]);
  const form = new URLSearchParams({ username: OWNER.username, password: OWNER.password });
  const signedIn = await fetch(`${server.url}/api/security/token`, { method: "POST", body: form });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await fetch(`${server.url}/api/v1/datasets/${datasetId}/records`, { headers })).status).toBe(200);
  expect(await allEntriesOf(name)).toHaveLength(1);
});

test("AUT-43 nobody fills the trail: of one kind by one person twenty a minute have an entry, the rest is counted at the last", async () => {
  for (let at = 0; at < 30; at++) {
    const { id } = await admin.must("createMyApiKey", { body: { name: `key ${at}` } });
    await admin.must("deleteMyApiKey", { params: { key_id: id } });
  }
  const { items } = await owner.must("listAudit", { query: { group: "key", limit: "100" } });
  for (const kind of ["key_made", "key_revoked"]) {
    const entries = items.filter((one) => one.kind === kind && one.actor?.id === people.ids.admin);
    expect(entries).toHaveLength(20);
    expect(entries[0]?.times).toBe(11);
  }
});

test("AUT-14 suggestions that are deleted are noted with how many; of those that are not there nothing is", async () => {
  const { ids, name, told, questionId } = await datasetOf(1);
  const params = { record_id: ids[0] ?? "" };
  const suggest = () => owner.must("upsertSuggestion", { params, body: { question_id: questionId, value: "good" } });
  await owner.must("deleteSuggestion", { params: { suggestion_id: (await suggest()).id } });
  const { id } = await suggest();
  await owner.must("deleteSuggestions", { params, query: { ids: id } });
  await owner.must("deleteSuggestions", { params, query: { ids: id } });
  expect(await entriesOf(name)).toMatchObject([
    { kind: "suggestions_deleted", told: { ...told, suggestions: 1 }, times: 2 },
  ]);
});

test("AUT-14 parts of a feedback dataset that are deleted are noted by their names", async () => {
  const { datasetId, fieldId, questionId, propertyId, vectorSettingsId } = await createDraft(owner, people.workspaceId);
  const dataset = await nameOf(datasetId);
  await owner.must("deleteField", { params: { field_id: fieldId } });
  await owner.must("deleteQuestion", { params: { question_id: questionId } });
  await owner.must("deleteMetadataProperty", { params: { metadata_property_id: propertyId } });
  await owner.must("deleteVectorSettings", { params: { vector_settings_id: vectorSettingsId } });
  expect((await entriesOf(dataset)).map(({ kind, told }) => ({ kind, ...told }))).toEqual(
    [
      { what: "vector_settings", name: "mini" },
      { what: "metadata_property", name: "lang" },
      { what: "question", name: "mood" },
      { what: "field", name: "text" },
    ].map((part) => ({ kind: "setting_deleted", dataset, workspace, ...part })),
  );
});

test("AUT-14 records, rules and settings of task datasets that are deleted are noted, and nothing twice", async () => {
  const { name, at } = await createTaskDataset(people, workspace, "TextClassification");
  const ruleAt = { ...at, params: { name, query: "goal*" } };
  const settingsAt = { ...at, params: { name, task: "TextClassification" } };
  const records = [1, 2].map((id) => ({ id, inputs: { text: `Text ${id}` } }));
  await owner.must("logTextRecordsV0", { ...at, body: { records } });
  await owner.must("createLabelingRuleV0", { ...at, body: { query: "goal*", labels: ["Sport"] } });
  await owner.must("updateTaskSettingsV0", { ...settingsAt, body: { label_schema: { labels: ["Sport"] } } });
  for (const _ of ["first", "again"]) {
    await owner.must("deleteLabelingRuleV0", ruleAt);
    await owner.must("deleteTaskSettingsV0", settingsAt);
    await owner.must("deleteTaskRecordsV0", { ...at, body: {} });
  }
  const told = { dataset: name, workspace };
  expect(await entriesOf(name)).toMatchObject([
    { kind: "records_deleted", told: { ...told, records: 2 }, times: 1 },
    { kind: "setting_deleted", told: { ...told, what: "task_settings", name: null } },
    { kind: "setting_deleted", told: { ...told, what: "rule", name: "goal*" } },
  ]);
});

const take = (path: string, method: "GET" | "POST") =>
  fetch(`${server.url}/api/postil/v1/${path}`, {
    method,
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    ...(method === "POST" && { body: "{}" }),
  }).then((reply) => reply.text());

test("AUT-14 EXP-01 who exports a dataset of either family, or the trail itself, is noted", async () => {
  const feedback = await datasetOf(2);
  const task = await createTaskDataset(people, workspace, "Text2Text");
  await take(`datasets/${feedback.datasetId}/export`, "POST");
  await take(`task-datasets/${task.name}/export?workspace=${workspace}`, "POST");
  await take(`audit/export?format=jsonl&search=${feedback.name}`, "GET");
  const taken = async () =>
    (await owner.must("listAudit", { query: { group: "export" } })).items.filter(({ kind }) => kind !== "dataset_read");
  expect((await taken()).map(({ kind, told }) => ({ kind, ...told }))).toEqual([
    { kind: "audit_exported" },
    { kind: "dataset_exported", dataset: task.name, workspace, records: 0 },
    { kind: "dataset_exported", ...feedback.told, records: 2 },
  ]);
  await fetch(`${server.url}/api/postil/v1/datasets/${feedback.datasetId}/export`, { method: "POST" });
  expect(await taken()).toHaveLength(3);
});
