import type { Task } from "@postil/domain/datasets/dataset";
import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { newName, SPEAKERS } from "./support/people.ts";
import {
  createTaskDataset,
  errorsOf,
  forbidden,
  isClosed,
  missing,
  startTaskPeople,
  type TaskDatasetThere,
  typed,
  wrongTask,
} from "./support/task-datasets.ts";

/** Records of the older family: logged, read and changed one by one (contract api-v0 5, 6.1, 7.1). */

const { server, people, workspace } = await startTaskPeople();

const BULK = {
  TextClassification: "logTextRecordsV0",
  TokenClassification: "logTokenRecordsV0",
  Text2Text: "logText2TextRecordsV0",
} as const;

async function make(task: Task = "TextClassification") {
  const dataset = await createTaskDataset(people, workspace, task);
  const owner = people.clients.owner;
  const log = (records: readonly object[], more: object = {}, client: Client = owner) =>
    client.call(BULK[task], { ...dataset.at, body: { records, ...more } });
  const get = (id: string, client: Client = owner) => client.call("getTaskRecordV0", at(dataset, id));
  const change = (id: string, body: object, client: Client = owner) =>
    client.call("updateTaskRecordV0", { ...at(dataset, id), body });
  const recordOf = async (id: string) => (await get(id)).body as { readonly [key: string]: unknown };
  const historyOf = async (id: string, client: Client = owner) =>
    (await client.must("getTaskRecordHistory", at(dataset, id))).items;
  return { ...dataset, log, get, change, recordOf, historyOf };
}
const at = ({ at: { query = {} }, name }: TaskDatasetThere, id: string) => ({ params: { name, id }, query });

const labels = (...names: string[]) => ({ labels: names.map((name) => ({ class: name })) });
const annotation = (...names: string[]) => ({ agent: "annotator", ...labels(...names) });

test("TST-14 TST-16 records are added and laid over those of their ids, and all that came are counted", async () => {
  const { name, log, recordOf } = await make();
  const reply = await log([
    { id: 1, inputs: { text: "one" }, metadata: { a: { b: 1 } } },
    { id: "1", inputs: { more: "two" }, annotation: annotation("A"), status: "Validated" },
    { inputs: { text: "without an id" } },
  ]);
  expect(reply).toMatchObject({ status: 200, body: { dataset: name, processed: 3, failed: 0 } });
  expect(await recordOf("1")).toMatchObject({
    id: "1",
    inputs: { text: "one", more: "two" },
    metadata: { "a.b": 1 },
    annotation: { agent: "annotator", labels: [{ class: "A", score: 1 }] },
    annotations: { annotator: { agent: null, labels: [{ class: "A", score: 1 }] } },
    prediction: null,
    status: "Validated",
    metrics: { text_length: 3 },
    search_keywords: null,
  });
  await log([{ id: "1", inputs: { text: "again" } }]);
  expect(await recordOf("1")).toMatchObject({ status: "Default", annotation: annotation("A") });
});

test("TST-16 what is named in the record's own member goes, for good", async () => {
  const { log, recordOf } = await make();
  const record = { id: "1", inputs: { text: "x" } };
  await log([{ ...record, annotation: annotation("A"), annotations: { other: labels("B") }, status: "Validated" }]);
  await log([{ ...record, postil_clear: ["annotation"] }]);
  expect(await recordOf("1")).toMatchObject({ annotation: null, annotations: null, status: "Default" });
  await log([{ ...record, annotation: null }]);
  expect(await recordOf("1")).toMatchObject({ annotation: null });
  expect(await recordOf("1")).not.toHaveProperty("postil_clear");
});

test("TST-16 a side that is kept stays to be read and to be found, also where it fits the text no more", async () => {
  const { log, recordOf, name, at } = await make("TokenClassification");
  const found = async (query: object) => {
    const path = { params: { name, task: "TokenClassification" as const }, query: at.query ?? {} };
    return (await people.clients.owner.must("searchTaskRecordsV0", { ...path, body: { query } })).total;
  };
  const bern = { id: "a", text: "to Bern", tokens: ["to", "Bern"] };
  const prediction = { agent: "m", entities: [{ start: 3, end: 7, label: "LOC", score: 0.5 }], score: 0.25 };
  await log([{ ...bern, prediction }]);
  const said = { agent: "mara", entities: [{ start: 3, end: 7, label: "LOC", score: 1 }] };
  await log([{ ...bern, annotation: said, status: "Validated", postil_keep: ["prediction"] }]);
  expect(await recordOf("a")).toMatchObject({
    prediction,
    annotation: said,
    metrics: { predicted: { mentions: [{ value: "Bern" }] }, annotated: { mentions: [{ value: "Bern" }] } },
  });
  expect(await found({ predicted: "ok", score: { from: 0.2, to: 0.3 } })).toBe(1);
  await log([{ ...bern, status: "Discarded", postil_keep: ["annotation"] }]);
  expect([await found({ annotated_by: ["mara"] }), await found({ predicted_by: ["m"] })]).toEqual([1, 0]);

  const basel = { id: "a", text: "Basel", tokens: ["Basel"] };
  await log([basel]);
  expect(await log([{ ...basel, prediction }])).toMatchObject({ status: 422 });
  const reply = await log([{ ...basel, status: "Discarded", postil_keep: ["prediction", "annotation"] }]);
  expect(reply).toMatchObject({ status: 200 });
  expect(await recordOf("a")).toMatchObject({ status: "Discarded", prediction, annotation: said });
  expect(await found({ annotated_by: ["mara"] })).toBe(0);
});

/** The state of a record when read. A log call with it succeeds only if the record is unchanged. */
const seenIn = ({ last_updated, status }: { readonly [key: string]: unknown }) => ({ last_updated, status });

test("TST-16 a log of a record that changed since it was seen is not written, and is named; the others of the call are", async () => {
  const { name, log, recordOf } = await make();
  const texts = ["a", "b"].map((id) => ({ id, inputs: { text: id } }));
  await log(texts);
  const seen = { a: seenIn(await recordOf("a")), b: seenIn(await recordOf("b")) };
  await log([{ id: "a", inputs: { text: "a" }, annotation: annotation("BEN"), status: "Validated" }]);
  const bens = await recordOf("a");
  const reply = await log([
    { id: "a", inputs: { text: "a" }, annotation: annotation("MARA"), status: "Validated", postil_seen: seen.a },
    { id: "b", inputs: { text: "b" }, annotation: annotation("MARA"), status: "Validated", postil_seen: seen.b },
  ]);
  expect(reply).toMatchObject({
    status: 200,
    body: { dataset: name, processed: 1, failed: 1, postil_changed: ["a"] },
  });
  expect(await recordOf("a")).toEqual(bens);
  expect(await recordOf("b")).toMatchObject({ annotation: annotation("MARA"), status: "Validated" });
  expect(await recordOf("b")).not.toHaveProperty("postil_seen");
});

test("TST-16 a record that was discarded or deleted since it was seen has changed, though no log moved its time", async () => {
  const { log, change, recordOf, at } = await make();
  const record = { id: 1, inputs: { text: "x" } };
  await log([record]);
  const seen = seenIn(await recordOf("1"));
  await change("1", { metadata: { a: 1 } });
  await log([{ ...record, postil_seen: seen, annotation: annotation("A") }]);
  expect(await recordOf("1")).toMatchObject({ annotation: annotation("A"), metadata: { a: 1 } });

  const later = seenIn(await recordOf("1"));
  await change("1", { status: "Discarded" });
  expect(await recordOf("1")).toMatchObject({ last_updated: later.last_updated });
  const refused = { processed: 0, failed: 1, postil_changed: [1] };
  expect(await log([{ ...record, postil_seen: later }])).toMatchObject({ body: refused });
  expect(await recordOf("1")).toMatchObject({ status: "Discarded" });

  await people.clients.owner.must("deleteTaskRecordsV0", { ...at, body: { ids: ["1"] } });
  expect(await log([{ ...record, postil_seen: { ...later, status: "Discarded" } }])).toMatchObject({ body: refused });
});

test("TST-16 of two logs of one reading the first counts, in one call as in two; without it both do, as ever", async () => {
  const { log, recordOf, historyOf } = await make();
  const record = { id: "a", inputs: { text: "x" } };
  await log([record]);
  const postil_seen = seenIn(await recordOf("a"));
  const wishes = ["A", "B"].map((label) => ({ ...record, annotation: annotation(label), postil_seen }));
  expect(await log(wishes)).toMatchObject({ body: { processed: 1, failed: 1, postil_changed: ["a"] } });
  const replies = await Promise.all(wishes.map((wish) => log([{ ...wish, postil_seen: undefined }])));
  for (const { body } of replies)
    expect(body).toEqual(expect.not.objectContaining({ postil_changed: expect.anything() }));
  const again = seenIn(await recordOf("a"));
  const race = await Promise.all(
    ["C", "D"].map((label) => log([{ ...record, annotation: annotation(label), postil_seen: again }])),
  );
  expect(race.map(({ body }) => (body as { processed: number }).processed).sort()).toEqual([0, 1]);
  expect((await historyOf("a")).length).toBeGreaterThan(0);
});

test("TEN-18 TEN-22 TEN-31 a token record comes back as it was logged, spans without white space and in code points", async () => {
  const { log, recordOf } = await make("TokenClassification");
  const entities = [{ start: 0, end: 2, label: "EMO" }];
  const vectors = { v: { value: [1, 2.5], record_properties: ["text"], model: "m" } };
  await log([
    {
      id: "a/b",
      text: "😀 Bern",
      tokens: ["😀", "Bern"],
      prediction: { agent: "m", entities, score: 1 },
      vectors,
      event_timestamp: "2024-05-06T07:08:09Z",
    },
  ]);
  const record = await recordOf("a/b");
  expect(record).toMatchObject({
    prediction: { agent: "m", entities: [{ start: 0, end: 1, label: "EMO", score: 1 }], score: 1 },
    vectors,
    event_timestamp: "2024-05-06T07:08:09+00:00",
    metrics: { text_length: 6, predicted: { mentions: [{ value: "😀", label: "EMO", score: 1 }] } },
  });
});

test.each([
  [
    "TextClassification",
    {
      inputs: { text: "x", list: ["y"] },
      prediction: { agent: "m", labels: [{ class: "A", score: 0.5 }] },
      predictions: { n: labels("B") },
      annotation: annotation("A"),
      explanation: { text: [{ token: "x", attributions: { A: 0.5 } }] },
      vectors: { v: { value: [1, 2] } },
      metadata: { n: 1, _kept: { a: null } },
    },
  ],
  [
    "TokenClassification",
    {
      text: "Ana Lopez",
      tokens: ["Ana", "Lopez"],
      prediction: { agent: "m", entities: [{ start: 0, end: 3, label: "PER", score: 0.5 }], score: 0.25 },
      annotation: { agent: "u", entities: [] },
      event_timestamp: "2024-05-06T07:08:09.5+02:00",
    },
  ],
  ["Text2Text", { text: "", annotation: { agent: "u", sentences: [{ text: "yes" }, { text: "no", score: 0.5 }] } }],
] as const)("TST-15 TEN-24 TEN-30 a %s record that is sent back as it was read is that record", async (task, given) => {
  const { log, recordOf } = await make(task);
  await log([{ id: "1", ...given }]);
  const read = await recordOf("1");
  expect(await log([{ ...read, status: "Validated" }])).toMatchObject({ status: 200 });
  const { last_updated: later, ...again } = await recordOf("1");
  const { last_updated: first, ...before } = read;
  expect(again).toEqual({ ...before, status: "Validated" });
  expect(String(later) > String(first)).toBe(true);
});

test("TEN-14 TEN-15 what a user keeps with the dataset lies in its metadata, whole and beside what else is there", async () => {
  const { at: there, log } = await make();
  await log([], { metadata: { other: 1 } });
  const kept = { "postil-labels": { labels: ["A", "B"], entities: [] } };
  await people.clients.annotator.must("updateTaskDatasetV0", { ...there, body: { metadata: kept } });
  await log([{ inputs: { text: "x" } }]);
  expect((await people.clients.owner.must("getTaskDatasetV0", there)).metadata).toEqual({ other: 1, ...kept });
});

test("API-33 numbers of metadata, scores and vectors come back in the form they have for other languages", async () => {
  const { at: there, log } = await make();
  await log([{ id: "1", inputs: { text: "x" } }]);
  const body = `{"records":[{"id":"1","inputs":{"text":"x"},"metadata":{"f":1.0,"deep":{"big":12345678901234567890},"i":2},
    "annotation":{"agent":"u","labels":[{"class":"A"}]},"vectors":{"v":{"value":[1,2]}}}],"metadata":{"of":3.0}}`;
  const headers = { "x-postil-api-key": "owner-api-key", "content-type": "application/json" };
  const dataset = `${server.url}/api/datasets/${there.params.name}`;
  const logged = await fetch(`${dataset}/TextClassification:bulk?workspace=${workspace}`, {
    method: "POST",
    headers,
    body,
  });
  expect(logged.status, await logged.text()).toBe(200);
  const text = await (await fetch(`${dataset}/records/1?workspace=${workspace}`, { headers })).text();
  for (const part of ['"f":1.0', '"deep.big":12345678901234567890', '"i":2', '"score":1.0', '"value":[1.0,2.0]'])
    expect(text).toContain(part);
  const patched = await fetch(`${dataset}/records/1?workspace=${workspace}`, {
    method: "PATCH",
    headers,
    body: '{"metadata":{"g":7.0}}',
  });
  expect(await patched.text()).toMatch(/"f":1\.0.*"g":7\.0/);
});

test("TEN-20 TEN-18 a change sets metadata and status of one record, stores both and leaves its time", async () => {
  const { log, change, recordOf, get } = await make();
  await log([{ id: "1", inputs: { text: "x" }, metadata: { n: 1, gone: "x" } }]);
  const before = await recordOf("1");
  const changed = await change("1", {
    metadata: { n: 2, deep: { er: 3 }, gone: null },
    status: "Edited",
    text: "ignored",
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { ...before, metadata: { n: 2, "deep.er": 3 }, status: "Edited" },
  });
  expect((await get("1")).body).toEqual(changed.body);
  for (const nothing of [{}, { metadata: null }, { status: null }])
    expect((await change("1", nothing)).body).toEqual(changed.body);
  for (const status of ["Validated", "Discarded", "Default", "Edited"])
    expect(await change("1", { status })).toMatchObject({ status: 200, body: { status } });
  for (const status of ["Nope", "default", "", 1]) expect((await change("1", { status })).status).toBe(422);
  expect(await change("none", { status: "Edited" })).toMatchObject({
    status: 404,
    body: typed("RecordNotFound", { type: "Record", id: "none" }),
  });
});

test("TST-17 what breaks a rule is told at its place, and nothing of the request is stored", async () => {
  const { at: there, log, get } = await make();
  const text = { inputs: { text: "x" } };
  const reply = await log(
    [
      { ...text, id: "fine" },
      { id: "1", inputs: {} },
      { ...text, id: "2", status: "Validated" },
      { ...text, id: "3", annotation: annotation("A", "B") },
      { ...text, id: "4", prediction: { agent: "m", labels: [{ class: "A" }, { class: "B", score: 0.5 }] } },
    ],
    { tags: { a: "b" } },
  );
  expect(errorsOf(reply)).toMatchObject([
    { loc: ["body", "records", 1, "inputs"] },
    { loc: ["body", "records", 2, "status"] },
    { loc: ["body", "records", 3, "annotation", "labels"] },
    { loc: ["body", "records", 4, "prediction", "labels"] },
  ]);
  expect((await get("fine")).status).toBe(404);
  expect((await people.clients.owner.must("getTaskDatasetV0", there)).tags).toEqual({});
});

test("TST-17 entities lie on token borders", async () => {
  const { log } = await make("TokenClassification");
  const record = { id: "1", text: "Ana Lopez", tokens: ["Ana", "Lopez"] };
  const misfit = { agent: "m", entities: [{ start: 1, end: 3, label: "PER" }] };
  expect(errorsOf(await log([record, { ...record, annotation: misfit }]))).toMatchObject([
    { loc: ["body", "records", 1, "annotation", "entities", 0] },
  ]);
  expect(errorsOf(await log([{ ...record, tokens: ["Lopez", "Ana"] }]))).toMatchObject([
    { loc: ["body", "records", 0, "tokens", 1] },
  ]);
});

test("TST-17 TEN-04 all records of one dataset have one label each, or all may have several", async () => {
  const { log } = await make();
  const text = { inputs: { text: "x" } };
  await log([{ ...text, multi_label: true }]);
  expect(await log([text])).toMatchObject({ status: 400, body: typed("BadRequestError", {}) });
  expect(await log([{ ...text, multi_label: true }])).toMatchObject({ status: 200 });
});

test("TST-17 labels stand in the schema where there is one", async () => {
  const { at: there, log } = await make();
  const params = { ...there.params, task: "TextClassification" };
  const labelSchema = { label_schema: { labels: ["yes", "no"] } };
  await people.clients.owner.must("putTaskSettingsV0", { ...there, params, body: labelSchema });
  const record = (name: string) => ({ inputs: { text: "x" }, annotation: annotation(name) });
  expect(await log([record("yes")])).toMatchObject({ status: 200 });
  const { status, body } = await log([record("yes"), record("perhaps")]);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("Provided records contain the perhaps label");
});

test("TEN-18 TEN-22 metadata and vectors go with those of the dataset", async () => {
  const { name, log, get } = await make();
  const text = { inputs: { text: "x" } };
  await log([{ ...text, metadata: { n: 1 }, vectors: { v: { value: [1, 2] } } }]);
  const wrong = [
    { ...text, id: "a" },
    { ...text, id: "b", vectors: { v: { value: [1] } } },
  ];
  expect(await log(wrong)).toMatchObject({
    status: 400,
    body: typed("BulkDataError", { message: `Cannot log data in dataset ${workspace}.${name}` }),
  });
  expect((await get("a")).status).toBe(404);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]));
  expect(await log([{ ...text, metadata: many }])).toMatchObject({
    status: 400,
    body: typed("MetadataLimitExceededError", { limit: 50 }),
  });
  const names = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`w${index}`, { value: [1] }]));
  expect(await log([{ ...text, vectors: names }])).toMatchObject({ status: 400, body: typed("BadRequestError", {}) });
});

test("API-31 a dataset has at most a thousand inputs, however many records bring them", async () => {
  const { log } = await make();
  const inputs = (from: number) =>
    Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`k${from + index}`, "x"]));
  expect(await log([{ inputs: inputs(0) }])).toMatchObject({ status: 200 });
  expect(await log([{ inputs: inputs(500) }])).toMatchObject({ status: 400, body: typed("BadRequestError", {}) });
  expect(await log([{ inputs: inputs(400) }])).toMatchObject({ status: 200 });
});

test("API-03 TEN-13 ROL-11 schema before dataset, task before right; every member may", async () => {
  const { name, at: there, log, get, change } = await make();
  const { clients } = people;
  const records = [{ id: "1", inputs: { text: "x" } }];
  for (const speaker of SPEAKERS) {
    const isMember = ["owner", "admin", "annotator"].includes(speaker);
    const expected = isMember ? { status: 200 } : speaker === "nobody" ? { status: 401 } : forbidden;
    expect(await log(records, {}, clients[speaker]), speaker).toMatchObject(expected);
    expect(await get("1", clients[speaker]), speaker).toMatchObject(expected);
    expect(await change("1", {}, clients[speaker]), speaker).toMatchObject(expected);
  }
  const outsider = clients["admin elsewhere"];
  const wrong = await outsider.call("logText2TextRecordsV0", { ...there, body: { records: [{ text: "x" }] } });
  expect(wrong).toMatchObject(wrongTask("Text2Text"));
  expect(errorsOf(await outsider.call("logText2TextRecordsV0", { ...there, body: {} }))).toHaveLength(1);
  const nowhere = { params: { name: newName() }, query: { workspace } };
  expect(await outsider.call("logTextRecordsV0", { ...nowhere, body: { records: [] } })).toMatchObject(
    missing(nowhere.params.name),
  );
  expect(await outsider.call("logTextRecordsV0", { params: { name }, body: { records: [] } })).toMatchObject({
    status: 400,
    body: typed("MissingInputParamError", {}),
  });
});

test("API-34 a client on Python 3.11 and newer spells the task as its enumeration prints it", async () => {
  const { name, recordOf } = await make();
  const headers = { "x-postil-api-key": "owner-api-key", "content-type": "application/json" };
  const path = `/api/datasets/${name}/TaskType.text_classification:bulk?workspace=${workspace}`;
  const body = JSON.stringify({ records: [{ id: "1", inputs: { text: "x" } }] });
  expect(await (await fetch(server.url + path, { method: "POST", headers, body })).json()).toMatchObject({
    processed: 1,
  });
  expect(await recordOf("1")).toMatchObject({ inputs: { text: "x" } });
});

test("TEN-16 tags and metadata of the dataset are laid over its own, also without records", async () => {
  const { at: there, log } = await make();
  const before = await people.clients.owner.must("getTaskDatasetV0", there);
  await log([], { tags: { a: "b" }, metadata: { k: { deep: 1 } } });
  const after = await people.clients.owner.must("getTaskDatasetV0", there);
  expect(after).toMatchObject({ tags: { a: "b" }, metadata: { k: { deep: 1 } } });
  expect(after.last_updated > before.last_updated).toBe(true);
});

test("TST-14 nothing is done with the records of a closed dataset, but a bulk without records", async () => {
  const { name, at: there, log, get, change } = await make();
  await log([{ id: "1", inputs: { text: "x" } }]);
  await people.clients.owner.must("closeTaskDatasetV0", there);
  const closed = isClosed(name);
  expect(await log([{ inputs: { text: "x" } }])).toMatchObject(closed);
  expect(await get("1")).toMatchObject(closed);
  expect(await change("1", {})).toMatchObject(closed);
  expect(await log([])).toMatchObject({ status: 200 });
  await people.clients.owner.must("openTaskDatasetV0", there);
  expect(await get("1")).toMatchObject({ status: 200 });
});

test("TST-01 TST-06 the history of a record tells who validated, discarded and changed what", async () => {
  const { log, change, historyOf } = await make();
  const { admin, annotator } = people.clients;
  const record = { id: "1", inputs: { text: "x" } };
  await log([record]);
  await log([{ ...record, annotation: annotation("A"), status: "Validated" }], {}, annotator);
  await log([{ ...record, annotation: annotation("B"), status: "Discarded", metadata: { n: 1 } }], {}, admin);
  await log([{ ...record, annotation: annotation("B"), status: "Discarded", metadata: { n: 1 } }], {}, admin);
  await change("1", { status: "Default" });
  const steps = await historyOf("1", annotator);
  expect(steps.map(({ actor, before, after, changed }) => ({ by: actor?.id, before, after, changed }))).toEqual([
    {
      by: people.ids.owner,
      before: { status: "Discarded", annotation: "B" },
      after: { status: "Default", annotation: "B" },
      changed: [],
    },
    {
      by: people.ids.admin,
      before: { status: "Validated", annotation: "A" },
      after: { status: "Discarded", annotation: "B" },
      changed: ["annotation", "metadata"],
    },
    {
      by: people.ids.annotator,
      before: { status: "Default", annotation: null },
      after: { status: "Validated", annotation: "A" },
      changed: ["annotation"],
    },
  ]);
  expect(steps.map(({ at: when }) => when)).toEqual(
    steps
      .map(({ at: when }) => when)
      .toSorted()
      .toReversed(),
  );
});

test("API-31 a batch of megabytes is read in its thread; a stranger to the workspace is told before it is", async () => {
  const { log, recordOf } = await make();
  const text = "many words ".repeat(500);
  const records = Array.from({ length: 400 }, (_, index) => ({ id: index, inputs: { text }, metadata: { n: index } }));
  expect(await log(records)).toMatchObject({ status: 200, body: { processed: 400 } });
  expect(await recordOf("399")).toMatchObject({ id: 399, metadata: { n: 399 } });
  expect(await log(records, {}, people.clients["annotator elsewhere"])).toMatchObject(forbidden);
  const misfits = await log(records.map((record) => ({ ...record, inputs: {} })));
  expect(errorsOf(misfits)).toHaveLength(400);
});
