import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createDraft, createPublished } from "./support/draft.ts";
import { createPeople, type People } from "./support/people.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Datasets and their settings as client 2.x asks for them. */

let server: TestServer;
let people: People;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  owner = people.clients.owner;
});
afterAll(() => server.close());

test("API-64 datasets are listed by name and status, of the caller's workspaces only", async () => {
  const draft = await createDraft(owner, people.workspaceId);
  const ready = await createPublished(owner, people.workspaceId);
  const { name } = await owner.must("getDataset", { params: { dataset_id: draft.datasetId } });
  // The same name elsewhere.
  const twin = await owner.must("createDataset", { body: { name, workspace_id: people.elsewhereId } });
  const found = async (client: Client, query: { readonly [name: string]: string }) =>
    (await client.must("listMyDatasets", { query })).items.map(({ id }) => id);
  const { admin } = people.clients;
  expect(await found(owner, { name })).toEqual([draft.datasetId, twin.id]);
  expect(await found(admin, { name })).toEqual([draft.datasetId]);
  expect(await found(owner, { name, workspace_id: people.elsewhereId })).toEqual([twin.id]);
  expect(await found(owner, { name, status: "ready" })).toEqual([]);
  expect(await found(admin, { status: "ready" })).toEqual([ready.datasetId]);
  expect(await found(admin, { status: "draft" })).toEqual([draft.datasetId]);
  expect(await found(admin, { name: name.toUpperCase() })).toEqual([]);
  expect((await owner.call("listMyDatasets", { query: { status: "completed" } })).status).toBe(422);
});

test("API-65 terms may be numbers and booleans: in the property, in metadata and in filters", async () => {
  const { datasetId: dataset_id } = await createDraft(owner, people.workspaceId);
  const params = { dataset_id };
  const settings = { type: "terms", values: [1, 2.5, true, "word"], visible_for_annotators: true };
  const made = await owner.must("createMetadataProperty", { params, body: { name: "any", title: "Any", settings } });
  expect(made.settings).toEqual({ type: "terms", values: ["1", "2.5", "true", "word"] });
  await owner.must("publishDataset", { params });
  const terms: readonly unknown[] = [1, 2.5, true, "word", [1, "word"]];
  const items = terms.map((any) => ({ fields: { text: "hello" }, metadata: { any } }));
  const { items: records } = await owner.must("bulkUpsertRecords", { params, body: { items } });
  expect(records.map(({ metadata }) => metadata?.any)).toEqual(terms);
  const found = async (...values: readonly unknown[]) => {
    const scope = { entity: "metadata", metadata_property: "any" };
    const body = { filters: { type: "and", and: [{ type: "terms", scope, values }] } };
    const page = await owner.must("searchRecords", { params, body });
    return page.items.map(({ record }) => records.findIndex(({ id }) => id === record.id)).sort();
  };
  expect(await found(1)).toEqual([0, 4]);
  expect(await found("1", 2.5)).toEqual([0, 1, 4]);
  expect(await found(true)).toEqual([2]);
  expect(await found("word", false)).toEqual([3, 4]);
  for (const any of [3, false, "2", null, {}, [1, 3]]) {
    const body = { items: [{ fields: { text: "hello" }, metadata: { any } }] };
    const { status } = await owner.call("bulkUpsertRecords", { params, body });
    expect([any, status]).toEqual([any, any === null ? 200 : 422]);
  }
});

test("API-65 a number finds its term however it is written", async () => {
  const { datasetId: dataset_id } = await createDraft(owner, people.workspaceId);
  const settings = { type: "terms", values: null, visible_for_annotators: true };
  const params = { dataset_id };
  await owner.must("createMetadataProperty", { params, body: { name: "any", title: "Any", settings } });
  await owner.must("publishDataset", { params });
  const written = ["1.0", "1e3", "2.5", "true", "9007199254740993", "-0.0"];
  const send = (path: string, body: string) =>
    fetch(`${server.url}/api/v1/datasets/${dataset_id}/${path}`, {
      method: "POST",
      headers: { "X-Argilla-Api-Key": OWNER.apiKey, "Content-Type": "application/json" },
      body,
    });
  const items = written.map((any, at) => `{"external_id":"${at}","fields":{"text":"x"},"metadata":{"any":${any}}}`);
  expect((await send("records/bulk", `{"items":[${items.join()}]}`)).status).toBe(201);
  const found = async (values: string) => {
    const scope = '{"entity":"metadata","metadata_property":"any"}';
    const filters = `{"type":"and","and":[{"type":"terms","scope":${scope},"values":[${values}]}]}`;
    const page: unknown = await (await send("records/search", `{"filters":${filters}}`)).json();
    return page;
  };
  for (const [at, term] of written.entries())
    expect(await found(term), term).toMatchObject({ total: 1, items: [{ record: { external_id: String(at) } }] });
  expect(await found("1, 1000")).toMatchObject({ total: 2 });
});

test.each([[[null]], [[{}]], [[[1]]], [[]]])("API-65 %j are no values of a terms property", async (values) => {
  const { datasetId: dataset_id } = await createDraft(owner, people.workspaceId);
  const body = { name: "any", title: "Any", settings: { type: "terms", values } };
  expect((await owner.call("createMetadataProperty", { params: { dataset_id }, body })).status).toBe(422);
});
