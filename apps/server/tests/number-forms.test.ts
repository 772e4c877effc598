import { expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { exchangeTexts } from "./support/exchange-texts.ts";
import { newName, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

const { server, people, owner } = await startPeople();

const exchange = exchangeTexts(() => server);

const FLOAT = { name: "f", title: "F", settings: { type: "float", min: 0, max: 10 } };
const INTEGER = { name: "i", title: "I", settings: { type: "integer", min: 0 } };

/** A published dataset with a float, an integer, a vector and a question. It allows undeclared metadata. */
async function newDataset(): Promise<{ readonly path: string; readonly id: string; readonly questionId: string }> {
  const { id } = await owner.must("createDataset", {
    body: { name: newName(), workspace_id: people.workspaceId, allow_extra_metadata: true },
  });
  const params = { dataset_id: id };
  const text = { name: "text", title: "T", required: true, settings: { type: "text" } };
  await owner.must("createField", { params, body: text });
  const options = ["a", "b"].map((value) => ({ value, text: value }));
  const settings = { type: "multi_label_selection", options };
  const question = { name: "q", title: "Q", required: true, settings };
  const { id: questionId } = await owner.must("createQuestion", { params, body: question });
  for (const body of [FLOAT, INTEGER]) await owner.must("createMetadataProperty", { params, body });
  await owner.must("createVectorSettings", { params, body: { name: "v", title: "V", dimensions: 3 } });
  await owner.must("publishDataset", { params });
  return { path: `/datasets/${id}`, id, questionId };
}

const AS_SENT = [
  '"f":5.0',
  '"i":5',
  '"x":-0.0',
  '"e":[1.0,2,0.5]',
  '"in":{"deep":7.0}',
  '"big":9007199254740993',
  '"huge":-123456789012345678901234567890',
  '"s":"5.0"',
].join();

test("FEN-26 numbers of metadata come back in the form they came in, in every reply that holds a record", async () => {
  const { path } = await newDataset();
  const body = `{"items":[{"fields":{"text":"one \\"metadata\\":{\\"f\\":1.0}"},"external_id":"r","metadata":{${AS_SENT}}}]}`;
  const created = await exchange("POST", `/v1${path}/records/bulk`, body);
  const { id } = JSON.parse(created).items[0];
  const search = (query: object) => exchange("POST", `/v1${path}/records/search`, JSON.stringify(query));
  const replies = {
    created,
    upserted: await exchange("PUT", `/v1${path}/records/bulk`, body),
    listed: await exchange("GET", `/v1${path}/records`),
    "listed for me": await exchange("GET", `/v1/me${path}/records`),
    one: await exchange("GET", `/v1/records/${id}`),
    searched: await search({ query: { text: { q: "one" } } }),
    changed: await exchange("PATCH", `/v1/records/${id}`, `{"metadata":{${AS_SENT}}}`),
    deleted: await exchange("DELETE", `/v1/records/${id}`),
  };
  for (const [name, reply] of Object.entries(replies)) expect(reply, name).toContain(`"metadata":{${AS_SENT}}`);
});

test("FEN-26 the calls of the 1.x client keep the form too, and what is searched is the number", async () => {
  const { path } = await newDataset();
  await exchange(
    "POST",
    `/v1${path}/records`,
    '{"items":[{"fields":{"text":"a"},"metadata":{"f":5.0}},{"fields":{"text":"b"},"metadata":{"f":6.5}}]}',
  );
  const found = await exchange("GET", `/v1${path}/records?metadata=${encodeURIComponent('f:{"le": 5.0, "ge": 5}')}`);
  expect(found).toContain('"metadata":{"f":5.0}');
  expect(JSON.parse(found).total).toBe(1);
  const { id } = JSON.parse(found).items[0];
  await exchange("PATCH", `/v1${path}/records`, `{"items":[{"id":"${id}","metadata":{"f":1E1,"x":2.50}}]}`);
  expect(await exchange("GET", `/v1/records/${id}`)).toContain('"metadata":{"f":10.0,"x":2.5}');
});

test("FEN-26 a value of a float property is a float however it came, also one that an earlier version stored", async () => {
  const { path, id: datasetId } = await newDataset();
  await exchange("POST", `/v1${path}/records`, '{"items":[{"fields":{"text":"a"},"metadata":{"f":5,"i":5,"x":5}}]}');
  expect(await exchange("GET", `/v1${path}/records`)).toContain('"metadata":{"f":5.0,"i":5,"x":5}');
  const changed = "update record set metadata = ? where dataset_key = (select key from dataset where id = ?)";
  await server.sql(changed, '{"i":3,"f":4}', datasetId);
  expect(await exchange("GET", `/v1${path}/records`)).toContain('"metadata":{"i":3,"f":4.0}');
});

test("FEN-26 a value of a float property is a float also where it came as an integer of more digits than a number holds", async () => {
  const { path } = await newDataset();
  const params = { dataset_id: path.split("/").at(-1) ?? "" };
  const body = { name: "wide", title: "W", settings: { type: "float" } } as const;
  await owner.must("createMetadataProperty", { params, body });
  for (const [sent, told] of [
    ["12345678901234567890", "12345678901234567000.0"],
    ["-9007199254740993", "-9007199254740992.0"],
    [`1${"0".repeat(30)}`, "1e+30"],
  ]) {
    const record = `{"fields":{"text":"a"},"metadata":{"wide":${sent},"x":${sent}}}`;
    const created = await exchange("POST", `/v1${path}/records/bulk`, `{"items":[${record}]}`);
    const { id } = JSON.parse(created).items[0];
    for (const reply of [created, await exchange("GET", `/v1/records/${id}`)])
      expect(reply).toContain(`"metadata":{"wide":${told},"x":${sent}}`);
  }
});

test("ROL-04 FEN-26 annotators get what they may see in the same form", async () => {
  const { path } = await newDataset();
  await exchange(
    "POST",
    `/v1${path}/records`,
    '{"items":[{"fields":{"text":"a"},"metadata":{"secret":1.0,"f":5.0,"i":4}}]}',
  );
  const annotator = await createClient(server.url, OWNER.apiKey).must("getUser", {
    params: { user_id: people.ids.annotator },
  });
  const reply = await fetch(`${server.url}/api/v1/me${path}/records`, {
    headers: { "x-postil-api-key": annotator.api_key },
  });
  expect(await reply.text()).toContain('"metadata":{"f":5.0,"i":4}');
});

test("FEN-26 vectors and scores are floats", async () => {
  const { path, questionId } = await newDataset();
  const suggestion = `{"question_id":"${questionId}","value":["a","b"],"score":[1,0]}`;
  const record = `{"fields":{"text":"a"},"vectors":{"v":[1,0,-2]},"suggestions":[${suggestion}]}`;
  const created = await exchange("POST", `/v1${path}/records/bulk`, `{"items":[${record}]}`);
  const { id } = JSON.parse(created).items[0];
  const included = "include=vectors&include=suggestions";
  for (const reply of [created, await exchange("GET", `/v1${path}/records?${included}`)]) {
    expect(reply).toContain('"vectors":{"v":[1.0,0.0,-2.0]}');
    expect(reply).toContain('"score":[1.0,0.0]');
  }
  const one = `{"question_id":"${questionId}","value":["a"],"score":[1]}`;
  expect(await exchange("PUT", `/v1/records/${id}/suggestions`, one)).toContain('"score":[1.0]');
  expect(await exchange("GET", `/v1/records/${id}/suggestions`)).toContain('"score":[1.0]');
  const similar = '{"query":{"vector":{"name":"v","value":[1,0,-2]}}}';
  expect(await exchange("POST", `/v1${path}/records/search`, similar)).toContain('"query_score":1.0');
});

test("FEN-17 FEN-20 bounds and metrics have the form of their property's values", async () => {
  const { path } = await newDataset();
  await exchange("POST", `/v1${path}/records`, '{"items":[{"fields":{"text":"a"},"metadata":{"f":5.0,"i":5}}]}');
  const listed = await exchange("GET", `/v1/me${path}/metadata-properties`);
  expect(listed).toContain('"settings":{"type":"float","min":0.0,"max":10.0}');
  expect(listed).toContain('"settings":{"type":"integer","min":0,"max":null}');
  const [float, integer] = JSON.parse(listed).items;
  expect(await exchange("GET", `/v1/metadata-properties/${float.id}/metrics`)).toBe(
    '{"type":"float","min":5.0,"max":5.0}',
  );
  expect(await exchange("GET", `/v1/metadata-properties/${integer.id}/metrics`)).toBe(
    '{"type":"integer","min":5,"max":5}',
  );
});

test("FEN-26 metadata that is nested too deep, has endless numbers or the place of its text is no way to a 500", async () => {
  const { path } = await newDataset();
  const many = 1_000_000;
  const statusOf = async (metadata: string, further = "") => {
    const body = `{"items":[{"fields":{"text":"x"},"metadata":${metadata}}]${further}}`;
    const headers = { "content-type": "application/json", "x-argilla-api-key": OWNER.apiKey };
    return (await fetch(`${server.url}/api/v1${path}/records/bulk`, { method: "POST", headers, body })).status;
  };
  expect(await statusOf(`{"x":5.0,"d":${"[".repeat(many)}${"]".repeat(many)}}`)).toBe(422);
  expect(await statusOf(`{"x":5.0,"d":${'{"a":'.repeat(many)}1${"}".repeat(many)}}`)).toBe(422);
  expect(await statusOf(`{"x":${"9".repeat(many)}}`)).toBe(422);
  expect(await statusOf(`{"x":5.0,"y":NaN}`)).toBe(422);
  expect(await statusOf(`{"x":5.${"0".repeat(many)}}`)).toBe(201);
  expect(await statusOf(`{"x":[${"5.0,".repeat(9998)}5.0]}`)).toBe(201);
  expect(await statusOf('{"x":5.0}', `,"t":"${'\\"'.repeat(many)}"`)).toBe(201);
  expect(await statusOf('{"\\u0000json":"{oops"}')).toBe(422);
  expect(await statusOf('{"\\u0000json":"{\\"x\\":5.0}"}')).toBe(422);
  expect(await statusOf('{"\\u0000json":"{\\"x\\":5}"}')).toBe(201);
});
