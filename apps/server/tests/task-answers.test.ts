import type { Task } from "@postil/domain/datasets/dataset";
import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createTaskDataset, errorsOf, startTaskPeople } from "./support/task-datasets.ts";

/** Answers to records of the older family, as the web page sends them. */

const { people, workspace } = await startTaskPeople();
const { owner, annotator } = people.clients;

const BULK = {
  TextClassification: "logTextRecordsV0",
  TokenClassification: "logTokenRecordsV0",
  Text2Text: "logText2TextRecordsV0",
} as const;

async function make(task: Task, records: readonly object[]) {
  const { name, at } = await createTaskDataset(people, workspace, task);
  const log = (...logged: object[]) => owner.must(BULK[task], { ...at, body: { records: logged } });
  await log(...records);
  const answer = (answers: readonly object[], client: Client = annotator) =>
    client.call("answerTaskRecords", { ...at, body: { answers } });
  const outcomes = async (answers: readonly object[]) => {
    const { status, body } = await answer(answers);
    expect(status).toBe(200);
    return (body as { items: readonly { outcome: string }[] }).items;
  };
  const of = (id: string) => ({ ...at, params: { name, id } });
  const record = (id: string) => owner.must("getTaskRecordV0", of(id));
  const history = async (id: string) => (await owner.must("getTaskRecordHistory", of(id))).items;
  return { name, at, log, answer, outcomes, record, history };
}

const says = (agent: string, ...names: string[]) => ({
  agent,
  labels: names.map((name) => ({ class: name, score: 1 })),
});
const PENDING = { status: "Default", annotation: null };
const text = (id: string | number, more: object = {}) => ({ id, inputs: { text: `text ${id}` }, ...more });

test("TST-19 each answer of a call is written if its record still says what was seen, and has an outcome of its own", async () => {
  const { outcomes, record, history, log } = await make("TextClassification", [text("a"), text("b"), text(3)]);
  await log(text("b", { status: "Validated", annotation: says("ben", "Sport") }));
  const mine = { status: "Validated", annotation: says("mara", "Politics") };
  const told = await outcomes([
    { id: "a", ...mine, seen: [PENDING] },
    { id: "b", ...mine, seen: [PENDING] },
    { id: "gone", ...mine, seen: [PENDING] },
    { id: 3, status: "Validated", annotation: says("mara", "A", "B"), seen: [PENDING] },
    { id: 3, status: "Discarded", annotation: null, seen: [PENDING] },
  ]);
  const bens = await record("b");
  expect(told).toEqual([
    { outcome: "answered", record: { ...mine, last_updated: (await record("a")).last_updated } },
    {
      outcome: "changed",
      record: { status: "Validated", annotation: bens.annotation, last_updated: bens.last_updated },
    },
    { outcome: "missing", detail: "There is no record with the id gone" },
    { outcome: "refused", detail: "a single-label record is annotated with exactly 1 label, found 2" },
    { outcome: "answered", record: expect.objectContaining({ status: "Discarded", annotation: null }) },
  ]);
  expect(bens).toMatchObject({ status: "Validated", annotation: says("ben", "Sport") });
  expect((await history("a")).map(({ after }) => after.status)).toEqual(["Validated"]);
});

test("TST-19 what a writer asked for before, whose reply was lost, is their own; without `seen` whatever is there is written over", async () => {
  const { outcomes, record, history } = await make("TextClassification", [text("a")]);
  const first = { status: "Validated", annotation: says("mara", "Politics") };
  await outcomes([{ id: "a", ...first, seen: [PENDING] }]);
  // The same answer again changes nothing.
  expect(await outcomes([{ id: "a", ...first, seen: [PENDING] }])).toMatchObject([{ outcome: "answered" }]);
  expect(await history("a")).toHaveLength(1);
  const discard = { id: "a", ...first, status: "Discarded" };
  expect(await outcomes([{ ...discard, seen: [PENDING, first] }])).toMatchObject([{ outcome: "answered" }]);
  expect(await outcomes([{ id: "a", ...first, seen: [] }])).toMatchObject([{ outcome: "changed" }]);
  expect(await outcomes([{ id: "a", ...PENDING }])).toMatchObject([{ outcome: "answered" }]);
  expect(await record("a")).toMatchObject({ status: "Default", annotation: null, annotations: null });
});

test("TST-19 of two answers in the same moment the first counts, and the second is told what is there", async () => {
  const { answer, record } = await make("TextClassification", [text("a")]);
  const both = await Promise.all(
    ["Sport", "Politics"].map((label) =>
      answer([{ id: "a", status: "Validated", annotation: says("mara", label), seen: [PENDING] }]),
    ),
  );
  const told = both.map(({ body }) => (body as { items: { outcome: string; record: object }[] }).items[0]);
  expect(told.map((one) => one?.outcome).sort()).toEqual(["answered", "changed"]);
  const { annotation } = await record("a");
  for (const one of told) expect(one?.record).toMatchObject({ annotation });
});

test("TST-19 what an answer does not change stays as it is stored, a prediction that fits the tokens no more too", async () => {
  const LOC = { start: 3, end: 7, label: "LOC", score: 1 };
  const prediction = { agent: "gazetteer", entities: [LOC], score: 0.5 };
  const bern = { id: "a", text: "to Bern", tokens: ["to", "Bern"] };
  const { outcomes, record, log, at } = await make("TokenClassification", [
    { ...bern, metadata: { page: 1.5 }, prediction, vectors: { v: { value: [1, 2] } } },
  ]);
  await log({ id: "a", text: "Basel", tokens: ["Basel"] });
  const before = await record("a");
  const mine = { agent: "mara", entities: [{ ...LOC, start: 0, end: 5 }] };
  const answered = await outcomes([{ id: "a", status: "Validated", annotation: mine, seen: [PENDING] }]);
  expect(answered).toMatchObject([{ outcome: "answered" }]);
  const { last_updated, status, annotation, annotations, metrics, ...rest } = await record("a");
  const { last_updated: _, status: __, annotation: ___, annotations: ____, metrics: _____, ...was } = before;
  expect(rest).toEqual(was);
  expect({ status, annotation }).toEqual({ status: "Validated", annotation: { ...mine, score: null } });
  const found = await owner.must("searchTaskRecordsV0", {
    ...at,
    params: { name: at.params.name, task: "TokenClassification" },
    body: { query: { annotated_as: ["LOC"] } },
  });
  expect(found.total).toBe(1);
  const misfit = {
    id: "a",
    status: "Validated",
    annotation: { agent: "mara", entities: [{ ...LOC, start: 1, end: 3 }] },
  };
  expect(await outcomes([misfit])).toEqual([
    { outcome: "refused", detail: "the entity from 1 to 3 does not begin and end with a token" },
  ]);
});

test("TST-17 TST-19 labels outside the schema, the annotation of another task, and records that grow too large are refused by themselves", async () => {
  const { at, outcomes } = await make("TextClassification", [text("a"), text("b")]);
  await owner.must("updateTaskSettingsV0", {
    ...at,
    params: { name: at.params.name, task: "TextClassification" },
    body: { label_schema: { labels: [{ id: "Sport", name: "Sport" }] } },
  });
  const told = await outcomes([
    { id: "a", status: "Validated", annotation: says("mara", "Politics") },
    { id: "a", status: "Validated", annotation: { agent: "mara", sentences: [{ text: "x" }] } },
    { id: "b", status: "Validated", annotation: says("mara", "Sport") },
  ]);
  expect(told).toMatchObject([
    { outcome: "refused", detail: expect.stringContaining("Politics") },
    { outcome: "refused", detail: "the annotation is not one of the dataset's task" },
    { outcome: "answered" },
  ]);
  const large = await make("Text2Text", [{ id: "a", text: "x", prediction: sentences("m", 15_000_000) }]);
  const grown = { id: "a", status: "Validated", annotation: sentences("mara", 3_000_000) };
  expect(await large.outcomes([grown])).toMatchObject([
    { outcome: "refused", detail: expect.stringContaining("33554432") },
  ]);
  expect(await large.record("a")).toMatchObject({ status: "Default", annotation: null });
});
const sentences = (agent: string, length: number) => ({ agent, sentences: [{ text: "x".repeat(length) }] });

test("TST-19 what is no answer is told with its place, more than 100 with the limit, and nothing is written", async () => {
  const { name, at, answer, record } = await make("TextClassification", [text("a")]);
  const good = { id: "a", status: "Validated", annotation: says("mara", "Sport") };
  const wrong = [
    [{ ...good, status: "Done" }, ["status"]],
    [{ ...good, annotation: { labels: [{ class: "Sport" }] } }, ["annotation", "agent"]],
    [{ ...good, annotation: { agent: "mara" } }, ["annotation"]],
    [{ ...good, seen: [7] }, ["seen", 0]],
    [{ ...good, id: 1.5 }, ["id"]],
  ] as const;
  for (const [given, place] of wrong)
    expect(errorsOf(await answer([good, given]))).toMatchObject([{ loc: ["body", "answers", 1, ...place] }]);
  expect(errorsOf(await answer(Array.from({ length: 101 }, () => good)))).toMatchObject([
    { loc: ["body", "answers"], msg: expect.stringContaining("100") },
  ]);
  expect(await record("a")).toMatchObject({ status: "Default" });
  await owner.must("closeTaskDatasetV0", at);
  expect(await answer([good])).toMatchObject({
    status: 400,
    body: { detail: `Dataset \`${name}\` is closed. Open it first.` },
  });
});
