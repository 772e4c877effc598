import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createDraft, createPublished } from "./support/draft.ts";
import { newName, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

/** Datasets and their settings as client 2.x asks for them. */

const { server, people, owner } = await startPeople();

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

test("API-66 a dataset has metadata: at its creation, replaced or removed by PATCH, in the list and for members", async () => {
  const metadata = { repo: "merian/notes", mapping: { fields: ["text", { as: null }] }, size: 12.5 };
  const body = { name: newName(), workspace_id: people.workspaceId, metadata };
  const made = await owner.must("createDataset", { body });
  expect(made.metadata).toEqual(metadata);
  const params = { dataset_id: made.id };
  const seen = async () => (await people.clients.annotator.must("getDataset", { params })).metadata;
  expect(await seen()).toEqual(metadata);
  const { items } = await owner.must("listMyDatasets", { query: { name: made.name } });
  expect(items.map((dataset) => dataset.metadata)).toEqual([metadata]);
  const changed = async (change: object) => (await owner.must("updateDataset", { params, body: change })).metadata;
  // A change that does not name it leaves it; one that does replaces all of it.
  expect(await changed({ guidelines: "Look twice." })).toEqual(metadata);
  expect(await changed({ metadata: { only: "this" } })).toEqual({ only: "this" });
  const { updated_at } = await owner.must("getDataset", { params });
  expect((await owner.must("updateDataset", { params, body: { metadata: { only: "this" } } })).updated_at).toBe(
    updated_at,
  );
  expect(await changed({ metadata: null })).toBeUndefined();
  expect(await seen()).toBeUndefined();
  for (const wrong of ["text", 1, [1], true])
    expect((await owner.call("updateDataset", { params, body: { metadata: wrong } })).status).toBe(422);
  const without = await owner.must("createDataset", { body: { name: newName(), workspace_id: people.workspaceId } });
  // Without metadata a reply is that of 1.29 to the letter.
  expect(without).not.toHaveProperty("metadata");
});

test("API-66 a field has a description, in a draft and after its publication", async () => {
  const { datasetId: dataset_id } = await createDraft(owner, people.workspaceId);
  const params = { dataset_id };
  const field = { name: "note", title: "Note", settings: { type: "text" } };
  const { id, ...made } = await owner.must("createField", { params, body: { ...field, description: "What was said" } });
  expect(made.description).toBe("What was said");
  const change = async (body: object) => {
    const reply = await owner.must("updateField", { params: { field_id: id }, body });
    return [reply.title, reply.description];
  };
  expect(await change({ description: "Who said what" })).toEqual(["Note", "Who said what"]);
  await owner.must("publishDataset", { params });
  expect(await change({ title: "Notes" })).toEqual(["Notes", "Who said what"]);
  const { items } = await people.clients.annotator.must("listFields", { params });
  expect(items.map(({ description }) => description)).toEqual([undefined, "Who said what"]);
  expect(await change({ description: null })).toEqual(["Notes", undefined]);
  for (const description of ["", "x".repeat(1001), 7.5, []])
    expect([
      description,
      (await owner.call("updateField", { params: { field_id: id }, body: { description } })).status,
    ]).toEqual([description, description === 7.5 ? 200 : 422]);
});
