import { expect, test } from "vitest";
import {
  idsOf,
  labels,
  load,
  log,
  logNew,
  numbered,
  startPythonPeople,
  textRecord,
  textToTextRecord,
  tokenRecord,
} from "./support/python-client.ts";
import { typed } from "./support/task-datasets.ts";

/** Records of the older family through the call sequences of the Python client (contract api-v0 10). */

const { owner } = await startPythonPeople();

const POS = labels("anna", ["POS", 1]);
const logged = (records: readonly unknown[], task?: string) => logNew(owner, records, task);

test("API-37 TST-14 TEN-29 log and load text classification: numbers as ids, nested metadata, explanations", async () => {
  const name = await logged([
    textRecord({
      id: 7,
      inputs: { subject: "s", body: ["one two", "three"] },
      multi_label: true,
      metadata: { n: 1, a: { b: { c: "x y" }, d: 1.5 } },
      status: "Validated",
      prediction: labels("m1", ["A", 0.8], ["B", 0.9], ["C", 0.2]),
      annotation: labels("anna", ["A", 1], ["B", 1]),
      explanation: { subject: [{ token: "s", attributions: { A: 0.5 } }] },
      vectors: { v: { value: [1, 2.5] } },
    }),
    textRecord({
      id: "zoë/1",
      inputs: { text: "x" },
      multi_label: true,
      annotation: labels("anna"),
      status: "Validated",
    }),
  ]);
  const [first, second, ...others] = await load(owner, name);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    id: "7",
    inputs: { subject: "s", body: ["one two", "three"] },
    multi_label: true,
    metadata: { n: 1, "a.b.c": "x y", "a.d": 1.5 },
    status: "Validated",
    event_timestamp: "2024-01-02T03:04:05.678000",
    prediction: {
      agent: "m1",
      labels: [
        { class_label: "B", score: 0.9 },
        { class_label: "A", score: 0.8 },
        { class_label: "C", score: 0.2 },
      ],
    },
    annotations: { anna: { labels: [{ class_label: "A" }, { class_label: "B" }] } },
    explanation: { subject: [{ token: "s", attributions: { A: 0.5 } }] },
    vectors: { v: { value: [1, 2.5] } },
    metrics: { text_length: 15 },
  });
  expect(second).toMatchObject({ id: "zoë/1", annotation: { agent: "anna", labels: [] } });
  expect(second).not.toHaveProperty("prediction");
});

test("TEN-25 TEN-31 TST-17 log and load token classification: offsets in code points, metrics by token", async () => {
  const text = "Anna in Paris 😀 with Bo";
  const span = { start: 21, end: 23, label: "PER", score: 1 };
  const given = { id: 1, text, status: "Validated", annotation: { agent: "anna", entities: [span], score: null } };
  const name = await logged([tokenRecord(given)], "TokenClassification");
  expect(await load(owner, name)).toMatchObject([
    {
      id: "1",
      text,
      tokens: text.split(" "),
      annotation: { agent: "anna", entities: [{ start: 21, end: 23, label: "PER" }] },
      metrics: { annotated: { mentions: [{ value: "Bo", label: "PER", capitalness: "FIRST" }] } },
    },
  ]);
  const torn = {
    agent: "anna",
    entities: [
      { ...span, start: 20 },
      { ...span, end: 22 },
    ],
    score: null,
  };
  const bulk = `POST datasets/${name}/TokenClassification:bulk`;
  const refused = await owner.send(bulk, {
    tags: {},
    metadata: {},
    records: [tokenRecord({ ...given, annotation: torn })],
  });
  expect(refused.status).toBe(422);
});

test("TEN-24 TEN-30 log and load Text2Text: sentences best first", async () => {
  const sentences = [
    { text: "hallo welt", score: 0.4 },
    { text: "halo", score: 0.6 },
  ];
  const given = { id: "t", text: "hello world", prediction: { agent: "nmt", sentences } };
  const name = await logged([textToTextRecord(given)], "Text2Text");
  expect(await load(owner, name, { query: { query_text: "predicted_as:halo AND world" } })).toMatchObject([
    { id: "t", text: "hello world", prediction: { agent: "nmt", sentences: [...sentences].reverse() } },
  ]);
});

test("TSE-23 TSE-22 load by ids, from an id, by query and in an order, page by page", async () => {
  const records = numbered(12).map((record) => ({ ...record, metadata: { n: record.id, odd: `${record.id % 2}` } }));
  const name = await logged(records);
  const ids = async (asked: Parameters<typeof load>[2]) => idsOf(await load(owner, name, asked));
  expect(await ids({ query: { ids: [3, "7", 99] } })).toEqual(["3", "7"]);
  expect(await ids({ idFrom: "4", batch: 2 })).toEqual(["5", "6", "7", "8", "9"]);
  expect(await ids({ query: { query_text: 'metadata.n:[4 TO 6] AND NOT "day 5"' } })).toEqual(["4", "6"]);
  expect(await ids({ query: { query_text: '_id:"7" OR id:(1 OR 2)' } })).toEqual(["1", "2", "7"]);
  const sort = [["metadata.odd", "asc"] as const, ["metadata.n", "desc"] as const];
  expect(await ids({ sort, batch: 5 })).toEqual(["10", "8", "6", "4", "2", "0", "11", "9", "7", "5", "3", "1"]);
  const [found, ...rest] = await load(owner, name, { query: { query_text: "goo* AND 3" }, vectors: false });
  expect(found).toMatchObject({ id: "3", search_keywords: expect.arrayContaining([expect.stringContaining("good")]) });
  expect(rest).toEqual([]);
  const bad = { fields: [], query: { query_text: "good AND" } };
  expect(await owner.send(`POST datasets/${name}/records/:search?limit=250`, bad)).toMatchObject({
    status: 400,
    body: typed("InvalidTextSearchError", { message: "Failed to parse query [good AND]" }),
  });
});

test("TSE-02 TEN-22 load with a vector: the nearest in one reply of the classic shape", async () => {
  const near = numbered(6).map((record) => ({ ...record, vectors: { v: { value: [record.id, 1] } } }));
  const name = await logged(near.map((record) => (record.id === 3 ? { ...record, status: "Discarded" } : record)));
  const nearest = (query: object) => owner.must(`POST datasets/${name}/TextClassification:search?limit=3`, { query });
  const vector = { name: "v", value: [3.2, 1] };
  const classic = (ids: readonly number[]) => ({
    records: ids.map((id) => ({ id, inputs: { text: `good day ${id}` }, vectors: { v: { value: [id, 1] } } })),
  });
  expect(await nearest({ vector })).toMatchObject(classic([3, 4, 2]));
  expect(await nearest({ vector, query_text: "status:Default" })).toMatchObject(classic([4, 2, 5]));
  for (const wrong of [
    { ...vector, value: [3.2] },
    { ...vector, name: "w" },
  ])
    expect(
      (await owner.send(`POST datasets/${name}/TextClassification:search`, { query: { vector: wrong } })).status,
    ).toBe(400);
});

test("TST-16 TEN-18 logging an id again keeps what was not given, and predictions agent by agent", async () => {
  const [record] = numbered(1);
  const prediction = labels("m1", ["POS", 0.75], ["NEG", 0.25]);
  const name = await logged([{ ...record, annotation: POS, status: "Validated", prediction, metadata: { a: 1 } }]);
  await log(owner, name, "TextClassification", [
    { ...record, prediction: labels("m2", ["NEG", 1]), metadata: { b: true } },
  ]);
  expect(await load(owner, name)).toMatchObject([
    {
      status: "Default",
      metadata: { a: 1, b: true },
      annotation: { agent: "anna", labels: [{ class_label: "POS" }] },
      prediction: { agent: "m2", labels: [{ class_label: "NEG", score: 1 }] },
      predictions: { m1: { labels: [{ class_label: "POS" }, { class_label: "NEG" }] }, m2: {} },
    },
  ]);
  expect(
    await owner.must(`PATCH datasets/${name}/records/0`, { metadata: { a: 5 }, status: "Discarded" }),
  ).toMatchObject({
    id: 0,
    status: "Discarded",
    metadata: { a: 5, b: true },
  });
});

test("TST-17 what the client lets through and is wrong is refused, whole batches at a time", async () => {
  const name = await logged(numbered(1).map((record) => ({ ...record, metadata: { n: 1 } })));
  const [record] = numbered(1, 50);
  const status = async (given: object) =>
    (
      await owner.send(`POST datasets/${name}/TextClassification:bulk`, {
        tags: {},
        metadata: {},
        records: [record, { ...record, id: 51, ...given }],
      })
    ).status;
  expect(await status({ annotation: labels("anna", ["a", 1], ["b", 1]) })).toBe(422);
  expect(await status({ prediction: labels("m", ["a", 0.9], ["b", 0.9]) })).toBe(422);
  expect(await status({ metadata: { n: "abc" } })).toBe(400);
  expect(await status({ metadata: Object.fromEntries(numbered(60).map(({ id }) => [`k${id}`, 1])) })).toBe(400);
  expect(await load(owner, name)).toHaveLength(1);
});

test("TSE-22 TEN-29 training reads the validated records alone, each with its annotation", async () => {
  const name = await logged(
    numbered(6).map((record) => (record.id % 2 ? { ...record, annotation: POS, status: "Validated" } : record)),
  );
  const rows = await load(owner, name, { query: { query_text: "status:Validated" }, vectors: false });
  expect(rows.map(({ inputs, annotation }) => [inputs.text, annotation.labels[0]?.class_label])).toEqual([
    ["good day 1", "POS"],
    ["good day 3", "POS"],
    ["good day 5", "POS"],
  ]);
});
