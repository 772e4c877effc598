import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createDraft, createPublished, type Draft } from "./support/draft.ts";
import { createPeople, type People } from "./support/people.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Exports over HTTP (docs/export.md). */

let server: TestServer;
let people: People;
let draft: Draft;
const RECORDS = 700;

beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  draft = await createPublished(people.clients.owner, people.workspaceId);
  const params = { dataset_id: draft.datasetId };
  const suggestions = [{ question_id: draft.questionId, value: "good", agent: "m1", score: 0.5, type: "model" }];
  const item = { fields: { text: "=1+1" }, metadata: { lang: "en" }, external_id: "first", suggestions };
  const vectors = { mini: [1, 2.5, 0.1] };
  const { items } = await people.clients.owner.must("bulkCreateRecords", {
    params,
    body: { items: [{ ...item, vectors }] },
  });
  await people.clients.annotator.must("createResponse", {
    params: { record_id: items[0]?.id ?? "" },
    body: SUBMITTED,
  });
  await createRecords(people.clients.owner, draft.datasetId, RECORDS - 1);
});
afterAll(() => server.close());

const ask = (body: object, init: RequestInit = {}, key = OWNER.apiKey, datasetId = draft.datasetId) =>
  fetch(`${server.url}/api/postil/v1/datasets/${datasetId}/export`, {
    method: "POST",
    headers: { "x-postil-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
    ...init,
  });
const linesOf = (text: string) => text.trimEnd().split("\n");
const progressOf = (id: string | null) =>
  createClient(server.url, OWNER.apiKey).must("getExport", { params: { export_id: id ?? "" } });

test("EXP-01 EXP-02 JSON Lines: every record in the order it came, with responses and their users; the first tells the dataset", async () => {
  const reply = await ask({});
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "application/jsonl; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment; filename="\w+\.jsonl"$/),
    "cache-control": "no-store",
  });
  const lines = linesOf(await reply.text()).map((line) => JSON.parse(line));
  expect(lines).toHaveLength(RECORDS);
  expect(lines[0]).toMatchObject({
    external_id: "first",
    fields: { text: "=1+1" },
    metadata: { lang: "en" },
    suggestions: [{ question: "mood", value: "good", type: "model", agent: "m1", score: 0.5 }],
    responses: [{ user: expect.any(String), status: "submitted", values: { mood: { value: "good" } } }],
    postil: {
      version: 1,
      fields: [{ name: "text", required: true }],
      questions: [{ name: "mood", settings: { type: "label_selection" } }],
      metadata: [{ name: "lang", settings: { type: "terms" } }],
      vectors: [{ name: "mini", dimensions: 3 }],
    },
  });
  expect(lines[0]).not.toHaveProperty("vectors");
  expect(lines[1]).not.toHaveProperty("postil");
});

test("EXP-02 with vectors alone there are no responses, suggestions and metadata", async () => {
  const [first] = linesOf(await (await ask({ with: ["vectors"] })).text());
  const { vectors, ...rest } = JSON.parse(first ?? "");
  expect(vectors).toEqual({ mini: [1, 2.5, 0.1] });
  for (const name of ["responses", "suggestions", "metadata"]) expect(rest).not.toHaveProperty(name);
});

test("EXP-02 EXP-06 CSV: a column for each field, property and part of a suggestion, and no cell that is a formula", async () => {
  const reply = await ask({ format: "csv" });
  expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [header = "", first = "", ...rest] = (await reply.text()).trimEnd().split("\r\n");
  expect(header).toMatch(/^id,external_id,fields\.text,metadata\.lang,metadata,suggestions\.mood,/);
  expect(first).toMatch(/^[\w-]{36},first,'=1\+1,en,\{\},good,model,m1,0\.5,/);
  expect(rest).toHaveLength(RECORDS - 1);
});

test("EXP-02 CSV: parts named as something every object has are empty where a record has none", async () => {
  const { owner } = people.clients;
  const odd = await createDraft(owner, people.workspaceId);
  const params = { dataset_id: odd.datasetId };
  const named = { name: "constructor", title: "Constructor" };
  await owner.must("createField", { params, body: { ...named, required: false, settings: { type: "text" } } });
  await owner.must("createMetadataProperty", { params, body: { ...named, settings: { type: "terms" } } });
  await owner.must("createVectorSettings", { params, body: { ...named, dimensions: 3 } });
  await owner.must("publishDataset", { params });
  const item = { fields: { text: "a" }, metadata: { lang: "en" }, external_id: "x", vectors: { mini: [1, 2, 3] } };
  await owner.must("bulkCreateRecords", { params, body: { items: [item] } });
  const reply = await ask({ format: "csv", with: ["metadata", "vectors"] }, {}, OWNER.apiKey, odd.datasetId);
  const [header = "", row] = (await reply.text()).trimEnd().split("\r\n");
  expect(header).toMatch(
    /^id,external_id,fields\.text,fields\.constructor,metadata\.lang,metadata\.constructor,metadata,vectors\.mini,vectors\.constructor,/,
  );
  expect(row).toMatch(/^[\w-]{36},x,a,,en,,\{\},"\[1,2,3\]",,/);
});

test("EXP-02 vectors called __proto__ are exported as any other", async () => {
  const { owner } = people.clients;
  const odd = await createDraft(owner, people.workspaceId);
  const params = { dataset_id: odd.datasetId };
  await owner.must("createVectorSettings", { params, body: { name: "__proto__", title: "P", dimensions: 3 } });
  await owner.must("publishDataset", { params });
  const created = await fetch(`${server.url}/api/v1/datasets/${odd.datasetId}/records`, {
    method: "POST",
    headers: { "x-argilla-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: '{"items":[{"fields":{"text":"a"},"vectors":{"__proto__":[1,2,3]}}]}',
  });
  expect(created.status).toBe(204);
  const reply = await ask({ with: ["vectors"] }, {}, OWNER.apiKey, odd.datasetId);
  expect(await reply.text()).toContain('"vectors":{"__proto__":[1,2,3]}');
});

test.each(["jsonl", "csv"])(
  "EXP-02 EXP-05 a record that is read in parts stands in the file as any other: %s",
  async (format) => {
    const { owner, admin, annotator } = people.clients;
    const odd = await createDraft(owner, people.workspaceId);
    const params = { dataset_id: odd.datasetId };
    await owner.must("createVectorSettings", { params, body: { name: "__proto__", title: "P", dimensions: 2 } });
    const settings = { type: "text" } as const;
    await owner.must("createQuestion", { params, body: { name: "note", title: "Note", settings } });
    const { id: question_id } = await owner.must("createQuestion", {
      params,
      body: { name: "why", title: "W", settings },
    });
    await owner.must("publishDataset", { params });
    const suggestions = [{ question_id, value: 'a "word";=1', agent: null, score: 0.5 }];
    const items = ["=1", "two", "three"].map((text) => ({
      fields: { text },
      metadata: { lang: "en" },
      suggestions,
      vectors: { mini: [1, 2.5, 0.1] },
    }));
    const made = await owner.must("bulkCreateRecords", { params, body: { items } });
    const answer = (value: string) => ({ status: "draft" as const, values: { note: { value } } });
    for (const [n, client] of [owner, annotator, admin].entries())
      await client.must("createResponse", {
        params: { record_id: made.items[n % 2]?.id ?? "" },
        body: answer(`a;=${n}`),
      });

    const exported = async () => {
      const body = { format, with: ["responses", "suggestions", "metadata", "vectors"] };
      return (await ask(body, {}, OWNER.apiKey, odd.datasetId)).text();
    };
    const whole = await exported();
    const database = new DatabaseSync(server.file);
    const long = (length: number) =>
      `"values" = json_object('note', json_object('value', printf('%.*c', ${length}, 'a')))`;
    database.exec(`update response set ${long(3)} where "values" like '%a;=1%'`);
    const short = await exported();
    expect(short).not.toBe(whole);
    database.exec(`update response set ${long(5_000_000)} where "values" like '%aaa%'`);
    database.close();
    expect((await exported()).replace(/a{5000000}/, "aaa") === short).toBe(true);
  },
);

test("EXP-02 gzip holds the same text", async () => {
  const reply = await ask({ gzip: true });
  expect(reply.headers.get("content-type")).toBe("application/gzip");
  expect(reply.headers.get("content-disposition")).toMatch(/\.jsonl\.gz"$/);
  const packed = Buffer.from(await reply.arrayBuffer());
  expect(gunzipSync(packed).toString()).toBe(await (await ask({})).text());
});

test("EXP-03 the records now shown: by search, filters and the caller's own status", async () => {
  const count = async (records: object, speaker: "owner" | "admin" = "owner") => {
    const answer = await people.clients[speaker].must("sizeUpExport", {
      params: { dataset_id: draft.datasetId },
      body: { records },
    });
    return answer.records;
  };
  const english = {
    and: [{ type: "terms", scope: { entity: "metadata", metadata_property: "lang" }, values: ["en"] }],
  };
  expect(await count({ filters: english })).toBe(1);
  expect(await count({ response_status: ["pending"] })).toBe(RECORDS);
  expect(await count({ response_status: ["submitted"] }, "admin")).toBe(0);
  expect(await count({ query: { text: { q: "text" } } })).toBe(RECORDS - 1);
  const text = await (await ask({ records: { filters: english } })).text();
  expect(linesOf(text).map((line) => JSON.parse(line).external_id)).toEqual(["first"]);
  const nothing = await (await ask({ records: { query: { text: { q: "nowhere" } } } })).text();
  expect(Object.keys(JSON.parse(nothing))).toEqual(["postil"]);
});

test("EXP-04 what an export would hold, and how far it is; nobody else hears of it", async () => {
  const size = await people.clients.admin.must("sizeUpExport", { params: { dataset_id: draft.datasetId }, body: {} });
  expect(size).toMatchObject({ records: RECORDS, responses: 1, people: 1, suggestions: 1, agents: 1, properties: 1 });
  expect(size.vectors).toEqual([{ name: "mini", dimensions: 3 }]);
  const reply = await ask({});
  const id = reply.headers.get("x-postil-export");
  const { length } = await reply.text();
  const over = { state: "done", total: RECORDS, records: RECORDS, responses: 1, suggestions: 1, detail: null };
  expect(await progressOf(id)).toMatchObject(over);
  expect((await progressOf(id)).bytes).toBe(length);
  const others = await people.clients.admin.call("getExport", { params: { export_id: id ?? "" } });
  expect(others.status).toBe(404);
});

test("EXP-04 EXP-05 whoever leaves stops the export", async () => {
  const wide = await createPublished(people.clients.owner, people.workspaceId);
  const fields = { text: "x".repeat(20_000) };
  const items = Array.from({ length: 500 }, () => ({ fields }));
  for (let turn = 0; turn < 4; turn++)
    await people.clients.owner.must("bulkCreateRecords", { params: { dataset_id: wide.datasetId }, body: { items } });
  const stop = new AbortController();
  const reply = await fetch(`${server.url}/api/postil/v1/datasets/${wide.datasetId}/export`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: "{}",
    signal: stop.signal,
  });
  const id = reply.headers.get("x-postil-export");
  const reading = reply.body?.getReader();
  await reading?.read();
  expect(await progressOf(id)).toMatchObject({ state: "running", total: 2000 });
  stop.abort();
  await expect.poll(async () => (await progressOf(id)).state).toBe("stopped");
  expect((await progressOf(id)).records).toBeLessThan(2000);
});

test("EXP-01 what cannot be exported is refused before anything is sent", async () => {
  const unknown = await fetch(`${server.url}/api/postil/v1/datasets/00000000-0000-4000-8000-000000000000/export`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: "{}",
  });
  expect(unknown.status).toBe(404);
  for (const body of [{ format: "xml" }, { with: ["users"] }, { records: { filters: { and: [] } } }])
    expect((await ask(body)).status).toBe(422);
  const likeness = { name: "mini", value: [1, 2, 3] };
  for (const [records, place] of [
    [{ query: { vector: likeness } }, ["query", "vector"]],
    [{ sort: [{ scope: { entity: "record", property: "inserted_at" }, order: "desc" }] }, ["sort"]],
  ] as const) {
    const refused = await ask({ records });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      detail: { params: { errors: [{ loc: ["body", "records", ...place] }] } },
    });
  }
  expect((await ask({ records: { query: { vector: null }, sort: null } })).status).toBe(200);
  const asked = { entity: "metadata", metadata_property: "none" };
  const wrong = await ask({ records: { filters: { and: [{ type: "terms", scope: asked, values: ["a"] }] } } });
  expect(wrong.status).toBe(422);
});
