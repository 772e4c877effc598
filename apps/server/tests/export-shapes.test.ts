import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createDraft, createPublished } from "./support/draft.ts";
import { createPeople, createUser, newName, type People, type Person } from "./support/people.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";
import { createTaskDataset } from "./support/task-datasets.ts";
import { unzip } from "./support/unzip.ts";

/** The shapes of exported files over HTTP (docs/export.md#shapes). */

let server: TestServer;
let people: People;
let persons: readonly Person[];
let datasetId: string;

const OPTIONS = ["a", "b", "c"].map((value) => ({ value, text: value.toUpperCase(), description: null }));
const QUESTIONS = [
  { name: "mood", settings: { type: "label_selection", options: OPTIONS } },
  { name: "tags", settings: { type: "multi_label_selection", options: OPTIONS } },
  { name: "stars", settings: { type: "rating", options: [1, 2, 3].map((value) => ({ value })) } },
  { name: "order", settings: { type: "ranking", options: OPTIONS } },
  { name: "text", settings: { type: "text", use_markdown: false } },
  { name: "marks", settings: { type: "span", field: "text", options: OPTIONS, allow_overlapping: true } },
] as const;

const order = (...ranks: readonly number[]) => ranks.map((rank, at) => ({ value: "abc"[at], rank }));
const span = (start: number, end: number, label = "a") => ({ start, end, label });

/** Of each record the answers of the people, in turn. */
const ANSWERED: { readonly [id: string]: readonly object[] } = {
  agreed: [1, 2].map(() => ({
    ...{
      mood: "a",
      tags: ["b", "a"],
      stars: 2,
      order: order(2, 1, 2),
      text: "=1",
      marks: [span(7, 8, "b"), span(0, 6)],
    },
  })),
  tie: [{ mood: "a" }, { mood: "b" }],
  most: [{ mood: "a" }, { mood: "b" }, { mood: "b", marks: [span(1, 3)] }],
  crossed: [{ mood: "c", marks: [span(0, 6), span(3, 8, "b")], order: order(1, 1, 1) }],
  draft: [],
  nobody: [],
};

beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  persons = await Promise.all([1, 2, 3].map(() => createUser(server, "annotator")));
  const { owner } = people.clients;
  const made = await owner.must("createDataset", { body: { name: newName(), workspace_id: people.workspaceId } });
  datasetId = made.id;
  const params = { dataset_id: datasetId };
  for (const name of ["text", "b"])
    await owner.must("createField", {
      params,
      body: { name, title: name, required: name === "text", settings: { type: "text" } },
    });
  for (const { name, settings } of QUESTIONS)
    await owner.must("createQuestion", {
      params,
      body: { name, title: name, required: name === "mood", settings },
    });
  await owner.must("createMetadataProperty", {
    params,
    body: { name: "year", title: "Year", settings: { type: "integer" }, visible_for_annotators: true },
  });
  await owner.must("publishDataset", { params });
  const items = Object.entries(ANSWERED).map(([external_id, answers], at) => ({
    external_id,
    fields: { text: "Harbor 🌊 end", b: "field b" },
    metadata: { year: 1900 + at, more: "=x" },
    responses: [
      ...answers.map((values, of) => ({
        user_id: persons[of]?.id,
        status: "submitted",
        values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
      })),
      ...(external_id === "draft"
        ? [{ user_id: persons[0]?.id, status: "draft", values: { mood: { value: "a" } } }]
        : []),
    ],
  }));
  const reply = await fetch(`${server.url}/api/v1/datasets/${datasetId}/records`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ items }),
  });
  expect(reply.status, await reply.text()).toBe(204);
});
afterAll(() => server.close());

const ask = (body: object, path = `datasets/${datasetId}/export`) =>
  fetch(`${server.url}/api/postil/v1/${path}`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const rowsOf = async (body: object, path?: string) =>
  (await (await ask(body, path)).text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const told = async (body: object) => {
  const reply = await ask(body);
  await reply.arrayBuffer();
  const params = { export_id: reply.headers.get("x-postil-export") ?? "" };
  const owner = createClient(server.url, OWNER.apiKey);
  return owner.must("getExport", { params });
};
const reasons = ({ left_out }: { readonly left_out: readonly { reason: string; records: number }[] }) =>
  Object.fromEntries(left_out.map(({ reason, records }) => [reason, records]));

test("EXS-02 EXS-07 training: one answer to each question; who disagrees or is silent is left out, counted before and after", async () => {
  const rows = await rowsOf({ shape: "training" });
  expect(rows.map(({ external_id }) => external_id)).toEqual(["agreed", "most", "crossed"]);
  expect(rows[0]).toEqual({
    id: expect.any(String),
    ...{ external_id: "agreed", text: "Harbor 🌊 end", b: "field b", mood: "a", tags: ["a", "b"], stars: 2 },
    ...{ order: order(2, 1, 2), "answer.text": "=1", marks: [span(0, 6), span(7, 8, "b")] },
    ...{ "metadata.year": 1900, metadata: { more: "=x" } },
  });
  const size = await people.clients.owner.must("sizeUpExport", {
    params: { dataset_id: datasetId },
    body: { shape: "training" },
  });
  expect(size).toMatchObject({
    records: 6,
    rows: 3,
    sampled: 6,
    shapes: expect.arrayContaining(["preferences", "conll"]),
  });
  const after = await told({ shape: "training", format: "csv" });
  for (const one of [size, after]) expect(reasons(one)).toEqual({ disputed: 1, unanswered: 2 });
  expect(after).toMatchObject({ rows: 3, records: 6, guarded: 1 });
});

test("EXS-02 training with marks: the record stays, and a column says on which question people disagree", async () => {
  const rows = await rowsOf({ shape: "training", disagreement: "mark", with: [] });
  expect(rows.map(({ external_id, mood, disputed }) => [external_id, mood, disputed])).toEqual([
    ["agreed", "a", []],
    ["tie", null, ["mood"]],
    ["most", "b", []],
    ["crossed", "c", []],
  ]);
  expect(rows[0]).not.toHaveProperty("metadata");
});

test("EXS-03 answers: one row per response, also drafts, with who gave it", async () => {
  const rows = await rowsOf({ shape: "answers" });
  expect(rows).toHaveLength(9);
  expect(rows.find(({ external_id }) => external_id === "draft")).toMatchObject({
    ...{ user: persons[0]?.username, status: "draft", mood: "a", tags: null, inserted_at: expect.any(String) },
  });
  expect(reasons(await told({ shape: "answers" }))).toEqual({ no_answers: 1 });
});

test("EXS-04 EXS-07 preferences: the better option first; an option called as a field is its text", async () => {
  const rows = await rowsOf({ shape: "preferences" });
  expect(rows.map(({ chosen, rejected, rejected_option }) => [chosen, rejected, rejected_option])).toEqual([
    ["field b", "A", "a"],
    ["field b", "C", "c"],
  ]);
  expect(rows[0]).not.toHaveProperty("b");
  expect(reasons(await told({ shape: "preferences" }))).toEqual({ tied: 1, question_unanswered: 4 });
});

test("EXS-05 tokens: BIO tags and entities; what crosses or does not fit is left out as a whole and counted", async () => {
  const reply = await ask({ shape: "conll" });
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(reply.headers.get("content-disposition")).toMatch(/\.conll"$/);
  expect(await reply.text()).toBe("Harbor\tB-a\n🌊\tB-b\nend\tO\n\n");
  expect(reasons(await told({ shape: "conll" }))).toEqual({ misfit: 1, overlapping: 1, question_unanswered: 3 });
  const rows = await rowsOf({ shape: "spacy" });
  expect(rows.map(({ text, entities, meta }) => [text, entities, meta.external_id])).toEqual([
    [
      "Harbor 🌊 end",
      [
        [0, 6, "a"],
        [7, 8, "b"],
      ],
      "agreed",
    ],
    ["Harbor 🌊 end", [[1, 3, "a"]], "most"],
  ]);
});

test("EXS-02 EXS-05 a span beyond a text that was made shorter leaves its record out; a label's blanks are none in a tag", async () => {
  const { owner } = people.clients;
  const made = await owner.must("createDataset", { body: { name: newName(), workspace_id: people.workspaceId } });
  const params = { dataset_id: made.id };
  const body = { name: "text", title: "Text", required: true, settings: { type: "text" } } as const;
  await owner.must("createField", { params, body });
  const options = ["first name", "c\td"].map((value) => ({ value, text: value, description: null }));
  const settings = { type: "span", field: "text", options, allow_overlapping: false } as const;
  await owner.must("createQuestion", { params, body: { name: "marks", title: "Marks", required: true, settings } });
  await owner.must("publishDataset", { params });
  const value = [span(0, 4, "first name"), span(5, 7, "c\td")];
  const responses = persons
    .slice(0, 1)
    .map(({ id }) => ({ user_id: id, status: "submitted" as const, values: { marks: { value } } }));
  const items = ["kept", "cut"].map((external_id) => ({ external_id, fields: { text: "Mara in 🌊" }, responses }));
  await owner.must("createRecords", { params, body: { items } });
  const { items: stored } = await owner.must("listRecords", { params });
  const cut = stored.find(({ external_id }) => external_id === "cut")?.id ?? "";
  await owner.must("bulkUpsertRecords", { params, body: { items: [{ id: cut, fields: { text: "Mara" } }] } });
  const path = `datasets/${made.id}/export`;
  expect(await (await ask({ shape: "conll" }, path)).text()).toBe("Mara\tB-first_name\nin\tB-c_d\n🌊\tO\n\n");
  const names = async (shape: string) => (await rowsOf({ shape }, path)).map((row) => (row.meta ?? row).external_id);
  expect([await names("spacy"), await names("training"), await names("answers")]).toEqual([
    ["kept"],
    ["kept"],
    ["kept", "cut"],
  ]);
});

const parquet = async (body: object) => {
  const reply = await ask({ ...body, format: "parquet" });
  expect(reply.headers.get("content-type")).toBe("application/vnd.apache.parquet");
  const file = await reply.arrayBuffer();
  return { rows: await parquetReadObjects({ file, compressors }), metadata: parquetMetadata(file) };
};

test("EXS-08 Parquet: types of its own, the same rows as JSON Lines", async () => {
  for (const shape of ["training", "answers", "preferences"]) {
    const { rows } = await parquet({ shape });
    // Integers of 64 bits are read as such.
    const plain = JSON.parse(JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? Number(value) : value)));
    const lines = await rowsOf({ shape });
    expect(plain).toEqual(lines.map((row) => ({ ...row, metadata: JSON.stringify(row.metadata) })));
  }
  const { rows, metadata } = await parquet({ shape: "full", records: { query: { text: { q: "nowhere" } } } });
  expect(rows).toEqual([]);
  expect(metadata.key_value_metadata?.map(({ key }) => key)).toEqual(["postil"]);
});

test("EXS-08 an integer that was written as 7.0 is in its column, in each format", async () => {
  const { owner } = people.clients;
  const { datasetId: made } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: made };
  const body = { name: "year", title: "Year", settings: { type: "integer" }, visible_for_annotators: true } as const;
  await owner.must("createMetadataProperty", { params, body });
  const answer = JSON.stringify([
    { user_id: persons[0]?.id, status: "submitted", values: { mood: { value: "good" } } },
  ]);
  const reply = await fetch(`${server.url}/api/v1/datasets/${made}/records`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: `{"items":[{"fields":{"text":"one"},"metadata":{"year":7.0},"responses":${answer}}]}`,
  });
  expect(reply.status, await reply.text()).toBe(204);
  const path = `datasets/${made}/export`;
  expect(await rowsOf({ shape: "training" }, path)).toMatchObject([{ "metadata.year": 7, metadata: null }]);
  const file = await (await ask({ shape: "training", format: "parquet" }, path)).arrayBuffer();
  expect(await parquetReadObjects({ file, compressors })).toMatchObject([{ "metadata.year": 7n }]);
});

test("EXS-06 the folder for Hugging Face: a card, and Parquet with class labels", async () => {
  const reply = await ask({ shape: "hf", disagreement: "mark" });
  expect(reply.headers.get("content-type")).toBe("application/zip");
  const files = await unzip(Buffer.from(await reply.arrayBuffer()));
  const [[data, bytes], [card, text]] = [...files] as [[string, Buffer], [string, Buffer]]; // two files, as the names below say
  expect(data).toMatch(/^\w+\/data\/train-00000-of-00001\.parquet$/);
  expect(card).toMatch(/^\w+\/README\.md$/);
  expect(text.toString()).toMatch(
    /^---\nconfigs:\n[\s\S]*4 records[\s\S]*- 2 records: no answer was submitted or validated/,
  );
  const file = new Uint8Array(bytes).buffer;
  const rows = await parquetReadObjects({ file, compressors });
  expect(rows.map(({ mood }) => mood)).toEqual([0n, null, 1n, 2n]);
  const { features } = JSON.parse(parquetMetadata(file).key_value_metadata?.[0]?.value ?? "").info;
  expect(features.mood).toEqual({ names: ["a", "b", "c"], _type: "ClassLabel" });
  expect(features.tags).toEqual({ feature: features.mood, _type: "Sequence" });
});

test("EXS-07 CSV without the guard has cells as they are; the count says how many it would change", async () => {
  const cells = async (guard: boolean) => {
    const text = await (await ask({ shape: "training", format: "csv", guard })).text();
    const [first] = parse(text, { bom: true, columns: true }) as { readonly [column: string]: string }[]; // with a header
    return first?.["answer.text"];
  };
  expect([await cells(true), await cells(false)]).toEqual(["'=1", "=1"]);
  expect(await told({ shape: "full", format: "csv" })).toMatchObject({ guarded: 0, rows: 6, left_out: [] });
  expect(await told({ shape: "training", format: "csv", guard: false })).toMatchObject({ guarded: 0 });
});

test("EXS-13 how many cells get an apostrophe is said before the export", async () => {
  const params = { dataset_id: datasetId };
  const size = (body: object) => people.clients.owner.must("sizeUpExport", { params, body });
  for (const wish of [{ shape: "training" }, { shape: "full" }, { shape: "answers" }]) {
    const csv = { ...wish, format: "csv" };
    const { guarded } = await told(csv);
    expect((await size(csv)).guarded).toBe(guarded);
    expect(await size({ ...csv, guard: false })).toMatchObject({ guarded: 0 });
  }
  expect((await size({ shape: "training", format: "csv" })).guarded).toBeGreaterThan(0);
});

test("EXS-14 of columns with one name the first keeps it, and the others say what they are", async () => {
  const { owner } = people.clients;
  const { datasetId: odd } = await createDraft(owner, people.workspaceId);
  const params = { dataset_id: odd };
  for (const name of ["id", "external_id", "metadata", "user"])
    await owner.must("createField", { params, body: { name, title: name, settings: { type: "text" } } });
  for (const name of ["id", "status", "inserted_at", "disputed", "text"])
    await owner.must("createQuestion", {
      params,
      body: { name, title: name, required: false, settings: { type: "text", use_markdown: false } },
    });
  await owner.must("publishDataset", { params });
  await owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "a", id: "mine" } }] } });
  const columns = async (shape: object) => {
    const csv = await (await ask({ ...shape, format: "csv" }, `datasets/${odd}/export`)).text();
    return csv.replace("\uFEFF", "").split("\r\n")[0]?.split(",");
  };
  const before = ["id", "external_id", "text", "field.id", "field.external_id", "metadata"];
  expect(await columns({ shape: "answers" })).toEqual([
    ...[...before, "user", "response.user", "status", "mood", "answer.id", "answer.status", "inserted_at", "disputed"],
    ...["answer.text", "response.inserted_at", "updated_at", "metadata.lang", "other.metadata"],
  ]);
  expect(await columns({ shape: "training", disagreement: "mark" })).toEqual([
    ...[...before, "user", "mood", "answer.id", "status", "inserted_at", "disputed", "answer.text"],
    ...["other.disputed", "metadata.lang", "other.metadata"],
  ]);
});

test("EXS-01 what contradicts itself is refused with the value, and no export begins", async () => {
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ shape: "nonsense" }, /permitted: 'full', 'training'/],
    [{ shape: "hf", format: "csv" }, /the shape .{1,2}hf.{1,2} is a format itself/],
    [{ format: "parquet", gzip: true }, /\.parquet is packed inside/],
    [{ shape: "answers", disagreement: "mark" }, /cannot mark disagreement/],
    [{ guard: false }, /only a CSV file/],
    [{ shape: "conll", question: "mood" }, /cannot be of question .{1,2}mood.{1,2}; it can be of: marks/],
    [{ shape: "training", pseudonyms: true }, /names no people/],
    [{ shape: "training", question: "mood" }, /writes all questions/],
    [{ shape: "conll", question: "x".repeat(201) }, /at most 200 characters/],
  ];
  for (const [body, why] of refused)
    for (const path of ["export", "export/size"]) {
      const reply = await ask(body, `datasets/${datasetId}/${path}`);
      expect([reply.status, await reply.text()]).toEqual([422, expect.stringMatching(why)]);
      expect(reply.headers.get("x-postil-export")).toBeNull();
    }
});

test("EXS-09 a record that is read in parts stands in each shape; one that memory should not hold is left out", {
  timeout: 120_000,
}, async () => {
  const database = new DatabaseSync(server.file);
  const answer = (length: number) =>
    database.exec(
      `update response set "values" = json_set("values", '$.text.value', printf('%.*c', ${length}, 'a')) where "values" like '%stars%'`,
    );
  answer(5_000_000);
  const whole = gunzipSync(Buffer.from(await (await ask({ shape: "training", gzip: true })).arrayBuffer())).toString();
  expect(whole.length).toBeGreaterThan(5_000_000);
  expect(JSON.parse(whole.split("\n")[0] ?? "")).toMatchObject({ external_id: "agreed", mood: "a" });
  const { rows } = await parquet({});
  expect(rows[0]?.responses).toMatch(/a{1000}/);
  const before = await told({ shape: "training" });
  const left = { reason: "too_large", records: 1 };
  answer(40_000_000);
  expect(await told({ shape: "training" })).toMatchObject({
    state: "done",
    rows: before.rows - 1,
    left_out: expect.arrayContaining([left]),
  });
  const records = rows.length;
  expect((await parquet({})).rows).toHaveLength(records - 1);
  expect(await told({ format: "parquet" })).toMatchObject({
    state: "done",
    records,
    rows: records - 1,
    left_out: [left],
  });
  answer(2);
  database.close();
});

test("EXS-07 EXS-09 of many records a sample from everywhere says what is left out; who leaves the folder ends its export", {
  timeout: 120_000,
}, async () => {
  const { owner } = people.clients;
  const { datasetId: many } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: many };
  const values = { mood: { value: "good" } };
  const responses = [{ user_id: persons[0]?.id, status: "submitted", values }];
  for (let from = 0; from < 2500; from += 250) {
    // Each fifth has no answer: a rhythm that an even sample of some size would miss.
    const items = Array.from({ length: 250 }, (_, at) => ({
      fields: { text: randomBytes(3000).toString("base64") },
      ...(at % 5 === 0 ? {} : { responses }),
    }));
    const reply = await fetch(`${server.url}/api/v1/datasets/${many}/records`, {
      method: "POST",
      headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ items }),
    });
    expect(reply.status).toBe(204);
  }
  const size = await owner.must("sizeUpExport", { params, body: { shape: "training" } });
  expect(size).toMatchObject({ records: 2500 });
  expect(Math.abs((reasons(size).unanswered ?? 0) - 500)).toBeLessThan(50);
  expect(Math.abs(size.rows - 2000)).toBeLessThan(50);
  expect(size.sampled).toBeGreaterThan(1900);
  const leaving = await ask({ shape: "hf" }, `datasets/${many}/export`);
  const reader = leaving.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  await reader?.cancel();
  const begun = { export_id: leaving.headers.get("x-postil-export") ?? "" };
  const speaker = createClient(server.url, OWNER.apiKey);
  await expect
    .poll(async () => (await speaker.must("getExport", { params: begun })).state, { timeout: 30_000 })
    .toBe("stopped");
  // The next export of the same person would wait for the end of that one.
  const files = await unzip(Buffer.from(await (await ask({ shape: "hf" }, `datasets/${many}/export`)).arrayBuffer()));
  const [bytes] = [...files.values()];
  const { num_rows, row_groups } = parquetMetadata(new Uint8Array(bytes ?? []).buffer);
  expect(num_rows).toBe(2000n);
  expect(row_groups.length).toBeGreaterThan(1);
});

test("EXS-01 EXS-05 task datasets: the annotation of validated records, entities as tokens, class labels of the schema", async () => {
  const { owner } = people.clients;
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const tokens = await createTaskDataset(people, workspace, "TokenClassification");
  const entities = [{ label: "place", start: 15, end: 22 }];
  const record = { text: "Storm over the harbour", tokens: ["Storm", "over", "the", "harbour"] };
  const annotation = { agent: "mara", entities };
  await owner.must("logTokenRecordsV0", {
    ...tokens.at,
    body: {
      records: [
        { id: "1", ...record, status: "Validated", annotation },
        { id: "3", ...record, annotation },
      ],
    },
  });
  const path = (dataset: { readonly name: string }) => `task-datasets/${dataset.name}/export?workspace=${workspace}`;
  expect(await (await ask({ shape: "conll" }, path(tokens))).text()).toBe(
    "Storm\tO\nover\tO\nthe\tO\nharbour\tB-place\n\n",
  );
  expect((await rowsOf({ shape: "spacy" }, path(tokens)))[0]).toMatchObject({
    entities: [[15, 22, "place"]],
    meta: { id: "1" },
  });
  expect(await rowsOf({ shape: "training" }, path(tokens))).toHaveLength(1);
  const texts = await createTaskDataset(people, workspace, "TextClassification");
  await owner.must("logTextRecordsV0", {
    ...texts.at,
    body: {
      records: [
        {
          ...{ id: 7, inputs: { text: "one" }, status: "Validated" },
          annotations: { mara: { labels: [{ class: "News" }] }, jo: { labels: [{ class: "Sport" }] } },
        },
        { id: 8, inputs: { text: "two" } },
      ],
    },
  });
  const answers = await rowsOf({ shape: "answers" }, path(texts));
  expect(answers.map(({ id, text, agent, label }) => [id, text, agent, label]).sort()).toEqual([
    ["7", "one", "jo", "Sport"],
    ["7", "one", "mara", "News"],
  ]);
  const zip = await unzip(Buffer.from(await (await ask({ shape: "hf" }, path(texts))).arrayBuffer()));
  const [bytes] = [...zip.values()];
  const file = new Uint8Array(bytes ?? []).buffer;
  expect(JSON.parse(parquetMetadata(file).key_value_metadata?.[0]?.value ?? "").info.features.label.names).toContain(
    "News",
  );
  for (const [body, why] of [
    [{ shape: "preferences" }, /has no shape/],
    [{ shape: "training", disagreement: "mark" }, /one annotation that stands/],
  ] as const) {
    const refused = await ask(body, path(texts));
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringMatching(why)]);
  }
});
