import { gunzipSync } from "node:zlib";
import type { Task } from "@postil/domain/datasets/dataset";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { SPEAKERS } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";
import { createTaskDataset, startTaskPeople, type TaskDatasetThere } from "./support/task-datasets.ts";

/** Exports of task datasets over HTTP (docs/export.md). */

const { server, people, workspace } = await startTaskPeople();
const { owner } = people.clients;
const MORE = 600;
const BULK = {
  TextClassification: "logTextRecordsV0",
  TokenClassification: "logTokenRecordsV0",
  Text2Text: "logText2TextRecordsV0",
} as const;

async function datasetOf(task: Task, records: readonly object[]): Promise<TaskDatasetThere> {
  const dataset = await createTaskDataset(people, workspace, task);
  if (records.length > 0) await owner.must(BULK[task], { ...dataset.at, body: { records } });
  return dataset;
}

let texts: TaskDatasetThere;
beforeAll(async () => {
  texts = await datasetOf("TextClassification", [
    {
      id: 7,
      inputs: { text: "=1+1" },
      status: "Validated",
      metadata: { split: "test", deep: { n: 5 } },
      event_timestamp: "2024-05-01T10:00:00",
      prediction: {
        agent: "m1",
        labels: [
          { class: "Sport", score: 0.75 },
          { class: "News", score: 0.25 },
        ],
      },
      annotations: { mara: { labels: [{ class: "News" }] }, jo: { labels: [{ class: "Sport" }] } },
      vectors: { mini: { value: [1, 2.5], model: "m" } },
    },
  ]);
  const more = (from: number) =>
    Array.from({ length: MORE / 2 }, (_, at) => ({ id: `r${from + at}`, inputs: { text: `Text ${from + at}.` } }));
  for (const from of [0, MORE / 2])
    await owner.must("logTextRecordsV0", { ...texts.at, body: { records: more(from) } });
});

const ask = ({ name }: TaskDatasetThere, body: object = {}, init: RequestInit = {}) =>
  fetch(`${server.url}/api/postil/v1/task-datasets/${name}/export?workspace=${workspace}`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: JSON.stringify(body),
    ...init,
  });
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const exported = async (dataset: TaskDatasetThere, body: object = {}) =>
  linesOf(await (await ask(dataset, body)).text());
const tableOf = async (
  dataset: TaskDatasetThere,
  body: object = {},
): Promise<{ readonly [column: string]: string }[]> =>
  parse(await (await ask(dataset, { ...body, format: "csv" })).text(), { bom: true, columns: true });
const progressOf = (id: string | null, client: Client = createClient(server.url, OWNER.apiKey)) =>
  client.must("getExport", { params: { export_id: id ?? "" } });

test("EXP-01 EXP-02 EXP-08 texts to classify: every record in the order it came with its label, status, agents and scores; the first tells the dataset", async () => {
  const reply = await ask(texts);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "application/jsonl; charset=utf-8",
    "content-disposition": `attachment; filename="${texts.name}.jsonl"`,
  });
  const [first, second, ...rest] = linesOf(await reply.text());
  expect(rest).toHaveLength(MORE - 1);
  expect(rest.at(-1).id).toBe(`r${MORE - 1}`);
  const { postil, last_updated, ...record } = first;
  expect(last_updated).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(record).toEqual({
    id: 7,
    text: "=1+1",
    label: "News",
    annotation_agent: "mara",
    annotations: { jo: [{ label: "Sport", score: 1 }] },
    prediction: [
      { label: "Sport", score: 0.75 },
      { label: "News", score: 0.25 },
    ],
    prediction_agent: "m1",
    predictions: null,
    multi_label: false,
    explanation: null,
    status: "Validated",
    event_timestamp: "2024-05-01T10:00:00",
    metadata: { split: "test", "deep.n": 5 },
  });
  expect(postil).toMatchObject({ version: 1, task: "TextClassification", name: texts.name, settings: null, rules: [] });
  expect(second).toMatchObject({ id: "r0", text: "Text 0.", label: null, status: "Default", prediction: null });
  expect(second).not.toHaveProperty("postil");
});

test("EXP-08 several labels, several inputs; tokens with their tags beside the entities; sources with their targets", async () => {
  const multi = await datasetOf("TextClassification", [
    {
      inputs: { subject: "S", body: "B" },
      multi_label: true,
      annotation: { agent: "a", labels: [{ class: "X" }, { class: "Y" }] },
    },
  ]);
  expect((await exported(multi))[0]).toMatchObject({ inputs: { subject: "S", body: "B" }, labels: ["X", "Y"] });
  const text = "In 👩‍🚀 New York Ana";
  const tokens = ["In", "👩‍🚀", "New", "York", "Ana"];
  const [york, ana] = [
    { start: 7, end: 15, label: "LOC" },
    { start: 16, end: 19, label: "PER" },
  ];
  const entities = await datasetOf("TokenClassification", [
    { text, tokens, annotation: { agent: "a", entities: [york, ana] }, status: "Validated" },
    { text, tokens, annotation: { agent: "a", entities: [] }, prediction: { agent: "m", entities: [ana], score: 0.5 } },
    { text, tokens },
  ]);
  expect(await exported(entities)).toMatchObject([
    { tokens, tags: ["O", "O", "B-LOC", "I-LOC", "B-PER"], entities: [york, ana], annotation_agent: "a" },
    { tags: ["O", "O", "O", "O", "O"], entities: [], prediction: { entities: [{ ...ana, score: 1 }], score: 0.5 } },
    { tags: null, entities: null, prediction: null },
  ]);
  const answers = await datasetOf("Text2Text", [
    { text: "Guten Tag", annotation: { agent: "a", sentences: [{ text: "Good day" }] } },
    {
      text: "Hallo",
      prediction: { agent: "m", sentences: [{ text: "Hi", score: 0.5 }] },
      annotation: { agent: "a", sentences: [{ text: "Hello" }, { text: "Hi" }] },
    },
  ]);
  expect(await exported(answers)).toMatchObject([
    { source: "Guten Tag", target: "Good day", annotation_agent: "a" },
    { source: "Hallo", target: ["Hello", "Hi"], prediction: [{ text: "Hi", score: 0.5 }], prediction_agent: "m" },
  ]);
});

test("EXP-02 parts are left out, and vectors come where they are asked for", async () => {
  const [bare] = await exported(texts, { with: ["vectors"] });
  expect(bare.vectors).toEqual({ mini: { value: [1, 2.5], model: "m" } });
  for (const part of ["label", "annotation_agent", "status", "annotations", "prediction", "predictions", "metadata"])
    expect(bare).not.toHaveProperty(part);
});

test("EXP-02 EXP-06 CSV: a column for each key of the metadata, and no cell that is a formula", async () => {
  const reply = await ask(texts, { format: "csv" });
  expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const rows = await tableOf(texts);
  expect(rows).toHaveLength(MORE + 1);
  expect(rows[0]).toMatchObject({
    id: "7",
    text: "'=1+1",
    label: "News",
    status: "Validated",
    prediction_agent: "m1",
    "metadata.split": "test",
    "metadata.deep.n": "5",
    metadata: "",
  });
});

test("EXP-02 gzip holds the same text", async () => {
  const reply = await ask(texts, { gzip: true });
  expect(reply.headers.get("content-disposition")).toContain(`"${texts.name}.jsonl.gz"`);
  const packed = Buffer.from(await reply.arrayBuffer());
  expect(gunzipSync(packed).toString()).toBe(await (await ask(texts)).text());
});

test("EXP-03 the records now shown: by query text and every filter of a search", async () => {
  const count = async (query: object) =>
    (await people.clients.admin.must("sizeUpTaskExport", { ...texts.at, body: { records: { query } } })).records;
  expect(await count({})).toBe(MORE + 1);
  expect(await count({ query_text: "text:Text" })).toBe(MORE);
  expect(await count({ annotated_as: ["News"] })).toBe(1);
  expect(await count({ status: ["Default"] })).toBe(MORE);
  expect(await count({ metadata: { split: "test" }, score: { from: 0.5 } })).toBe(1);
  const found = await exported(texts, { records: { query: { predicted_by: ["m1"] } } });
  expect(found.map(({ id }) => id)).toEqual([7]);
  expect(Object.keys((await exported(texts, { records: { query: { query_text: "nowhere" } } }))[0])).toEqual([
    "postil",
  ]);
});

test("EXP-04 what an export would hold, and how far it is; nobody else hears of it", async () => {
  const size = await people.clients.admin.must("sizeUpTaskExport", { ...texts.at, body: {} });
  expect(size).toMatchObject({
    records: MORE + 1,
    responses: 1,
    people: 1,
    suggestions: 1,
    agents: 1,
    properties: 2,
    vectors: [{ name: "mini", dimensions: 2 }],
  });
  expect(size.bytes).toBeGreaterThan(10_000);
  const reply = await ask(texts);
  const id = reply.headers.get("x-postil-export");
  const { byteLength } = await reply.arrayBuffer();
  const over = { state: "done", total: MORE + 1, records: MORE + 1, responses: 1, suggestions: 1, bytes: byteLength };
  expect(await progressOf(id)).toMatchObject(over);
  const others = await people.clients.admin.call("getExport", { params: { export_id: id ?? "" } });
  expect(others.status).toBe(404);
});

test("EXP-04 EXP-05 whoever leaves stops the export, and others are answered meanwhile", async () => {
  const wide = await datasetOf("Text2Text", []);
  const records = Array.from({ length: 500 }, () => ({ text: "x".repeat(20_000) }));
  for (let turn = 0; turn < 4; turn++) await owner.must("logText2TextRecordsV0", { ...wide.at, body: { records } });
  const stop = new AbortController();
  const reply = await ask(wide, {}, { signal: stop.signal });
  const id = reply.headers.get("x-postil-export");
  await reply.body?.getReader().read();
  expect(await progressOf(id)).toMatchObject({ state: "running", total: 2000 });
  const search = { ...wide.at, params: { ...wide.at.params, task: "Text2Text" }, body: {} };
  expect((await owner.must("searchTaskRecordsV0", search)).total).toBe(2000);
  stop.abort();
  await expect.poll(async () => (await progressOf(id)).state).toBe("stopped");
  expect((await progressOf(id)).records).toBeLessThan(2000);
});

test("EXP-01 ROL-10 owners and admins of the workspace export, nobody else; what cannot be exported is refused first", async () => {
  for (const name of ["exportTaskDataset", "sizeUpTaskExport"] as const) {
    const statuses = Object.fromEntries(
      await Promise.all(
        SPEAKERS.map(async (speaker) => {
          const { status } =
            name === "sizeUpTaskExport" || !["owner", "admin"].includes(speaker)
              ? await people.clients[speaker].call(name, { ...texts.at, body: {} })
              : await ask(texts);
          return [speaker, status];
        }),
      ),
    );
    expect(statuses).toEqual({
      owner: 200,
      admin: 200,
      annotator: 403,
      "admin elsewhere": 403,
      "annotator elsewhere": 403,
      nobody: 401,
    });
  }
  expect((await ask({ ...texts, name: "none" })).status).toBe(404);
  const vector = { name: "mini", value: [1, 2] };
  for (const [body, loc] of [
    [{ format: "xml" }, ["body", "format"]],
    [{ with: ["users"] }, ["body", "with", 0]],
    [{ records: { query: { vector } } }, ["body", "records", "query", "vector"]],
    [{ records: { sort: [{ id: "status" }] } }, ["body", "records", "sort"]],
  ] as const) {
    const refused = await ask(texts, body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ detail: { params: { errors: [{ loc }] } } });
  }
  expect((await ask(texts, { records: { query: { query_text: "a AND (" } } })).status).toBe(400);
  const closed = await datasetOf("Text2Text", []);
  await owner.must("closeTaskDatasetV0", closed.at);
  const refused = await ask(closed);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ detail: `Dataset \`${closed.name}\` is closed. Open it first.` });
});
