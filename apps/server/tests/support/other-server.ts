import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { asFloat } from "@postil/domain/text/json-text";
import { type Client, createClient } from "./client.ts";
import { createUser, newName } from "./people.ts";
import { atEnd, OWNER, type TestServer } from "./start-test-server.ts";

/** The server that `postil migrate` reads, and ways to disturb it. */

const OPTIONS = ["pos", "neg", "neu"].map((value) => ({ value, text: `${value} 😀` }));
const QUESTIONS = [
  { name: "mood", required: true, settings: { type: "label_selection", options: OPTIONS, visible_options: 3 } },
  { name: "many", settings: { type: "multi_label_selection", options: OPTIONS } },
  { name: "order", settings: { type: "ranking", options: OPTIONS } },
  { name: "words", settings: { type: "text", use_markdown: true } },
  { name: "marks", settings: { type: "span", field: "text", options: OPTIONS, allow_overlapping: false } },
];
const PROPERTIES = [
  { name: "lang", settings: { type: "terms" }, visible_for_annotators: false },
  { name: "len", settings: { type: "integer" } },
  { name: "score", settings: { type: "float" } },
];

/** Fills a server with both families: two people answer every second of the records. */
export async function fill(server: TestServer, records: number) {
  const owner = createClient(server.url, OWNER.apiKey);
  const [anna, bob] = [await createUser(server, "annotator"), await createUser(server, "admin")];
  const workspace = await owner.must("createWorkspace", { body: { name: newName() } });
  for (const { id } of [anna, bob])
    await owner.must("addWorkspaceUser", { params: { workspace_id: workspace.id }, body: { user_id: id } });
  const dataset = await owner.must("createDataset", {
    body: { name: "All reviews", guidelines: "# Read 😀\n\nשלום", workspace_id: workspace.id },
  });
  const params = { dataset_id: dataset.id };
  const body = { name: "text", title: "Text", required: true, settings: { type: "text", use_markdown: true } };
  await owner.must("createField", { params, body });
  const questions = new Map<string, string>();
  for (const question of QUESTIONS)
    questions.set(
      question.name,
      (await owner.must("createQuestion", { params, body: { title: question.name, description: null, ...question } }))
        .id,
    );
  for (const property of PROPERTIES)
    await owner.must("createMetadataProperty", { params, body: { title: property.name, ...property } });
  await owner.must("createVectorSettings", { params, body: { name: "mini", title: "Mini", dimensions: 3 } });
  await owner.must("publishDataset", { params });
  const items = Array.from({ length: records }, (_, index) => ({
    fields: { text: `naïve 👩‍🚀 שלום ${index}` },
    external_id: index % 3 === 0 ? null : `ext-${index}`,
    // The form of the number is kept: other languages read 5.0 as another type than 5.
    metadata: index % 4 === 0 ? null : { lang: "de", len: index, score: asFloat(index % 9), extra: { a: [1] } },
    vectors: index % 2 === 0 ? { mini: [index, 0.1, -1] } : {},
    suggestions: [
      { question_id: questions.get("mood"), value: "pos", type: "model", agent: "m 1", score: 0.5 },
      ...(index % 2 === 0 ? [{ question_id: questions.get("many"), value: ["pos", "neu"], score: [1, 0.25] }] : []),
    ],
    responses: index % 2 === 0 ? [answer(anna.id), draft(bob.id)] : [],
  }));
  for (let at = 0; at < records; at += 100)
    await owner.must("bulkCreateRecords", { params, body: { items: items.slice(at, at + 100) } });
  // They were there for an hour: what is younger than a minute might have been stored after a page was read.
  const database = new DatabaseSync(server.file);
  for (const table of ["record", "suggestion"])
    database.exec(`update ${table} set inserted_at = inserted_at - 3600000000, updated_at = updated_at - 3600000000`);
  database.close();
  const tasks = await fillTasks(owner, workspace.name, records);
  return { owner, anna, bob, workspace, params, questions, tasks };
}

const answer = (user_id: string) => ({
  ...{ user_id, status: "submitted" },
  values: {
    mood: { value: "neg" },
    order: { value: ["pos", "neg", "neu"].map((value, index) => ({ value, rank: index + 1 })) },
    marks: { value: [{ label: "pos", start: 0, end: 2 }] },
  },
});
const draft = (user_id: string) => ({ user_id, status: "draft", values: { words: { value: "half" } } });

async function fillTasks(owner: Client, workspace: string, records: number) {
  const at = (name: string) => ({ params: { name }, query: { workspace } });
  const names = { TextClassification: newName(), TokenClassification: newName(), Text2Text: newName() };
  for (const [task, name] of Object.entries(names))
    await owner.must("createTaskDatasetV0", {
      body: { name, task, workspace, tags: { a: "b" }, metadata: { x: [1] } },
    });
  const labels = { label_schema: { labels: ["A", "B 😀"] } };
  const text = at(names.TextClassification);
  await owner.must("putTaskSettingsV0", {
    ...text,
    params: { ...text.params, task: "TextClassification" },
    body: labels,
  });
  const numbers = Array.from({ length: records }, (_, index) => index);
  const texts = numbers.map((n) => ({
    ...{ id: n % 2 === 0 ? n : `id-${n}`, inputs: { text: `words 👩‍🚀 ${n}`, title: "T" } },
    prediction: { agent: "m", labels: [{ class: "A", score: 0.75 }] },
    ...(n % 2 === 0 ? { annotation: { agent: "anna", labels: [{ class: "B 😀" }] }, status: "Validated" } : {}),
    ...{ metadata: { n, f: asFloat(5), deep: { e: "x" } }, event_timestamp: "2024-05-01T10:00:00" },
    vectors: { v: { value: [n, 0.5], record_properties: ["text"] } },
  }));
  const entities = [{ start: 0, end: 3, label: "PER" }];
  const tokens = numbers.map((n) => ({
    ...{ id: `n${n}`, text: "Ana 👩‍🚀 b", tokens: ["Ana", "👩‍🚀", "b"] },
    annotation: { agent: "bob", entities },
  }));
  const pairs = numbers.map((n) => ({
    ...{ id: `p${n}`, text: `long ${n}` },
    prediction: { agent: "m", sentences: [{ text: "short", score: 0.5 }] },
  }));
  for (const [name, call, list] of [
    [names.TextClassification, "logTextRecordsV0", texts],
    [names.TokenClassification, "logTokenRecordsV0", tokens],
    [names.Text2Text, "logText2TextRecordsV0", pairs],
  ] as const)
    await owner.must(call, { ...at(name), body: { records: list } });
  const rule = { query: 'words AND "👩‍🚀"', labels: ["A", "B 😀"], description: "d" };
  await owner.must("createLabelingRuleV0", { ...text, body: rule });
  return { names, at };
}

type Answering = (request: IncomingMessage, reply: ServerResponse) => void;

/** An HTTP server whose every answer the test makes. */
export async function answering(answer: Answering): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  atEnd(() => new Promise((done) => server.close(done).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on TCP
}

/** Passes requests on to `target`, unless `disturb` answers them itself and returns true. */
export const passing = (target: string, disturb: (...asked: Parameters<Answering>) => boolean): Promise<string> =>
  answering(async (request, reply) => {
    if (disturb(request, reply)) return;
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const { host: _, connection: __, ...headers } = request.headers;
    const body = Buffer.concat(parts);
    const answer = await fetch(target + request.url, {
      method: request.method ?? "GET",
      headers: headers as { [name: string]: string }, // none of them is a list
      ...(body.length > 0 ? { body } : {}),
    });
    reply.writeHead(answer.status, { "content-type": "application/json" }).end(Buffer.from(await answer.arrayBuffer()));
  });
