import type { Task } from "@postil/domain/datasets/dataset";
import { METRICS } from "@postil/domain/tasks/metrics";
import { expect, test } from "vitest";
import type { Sending } from "./support/client.ts";
import { SPEAKERS, type Speaker } from "./support/people.ts";
import {
  createTaskDataset,
  errorsOf,
  forbidden,
  missing,
  startTaskPeople,
  typed,
  wrongTask,
} from "./support/task-datasets.ts";

/** Metrics of task datasets and of rules, as contract api-v0 sections 8 and 9 define them. */

const { server, people, workspace } = await startTaskPeople();

async function datasetOf(task: Task) {
  const { name, at } = await createTaskDataset(people, workspace, task);
  const { owner } = people.clients;
  const asked = (metric: string, query: NonNullable<Sending["query"]> = {}): Sending => ({
    params: { name, task, metric },
    query: { workspace, ...query },
    body: {},
  });
  return {
    name,
    at,
    asked,
    summary: (metric: string, query: NonNullable<Sending["query"]> = {}, body: unknown = {}) =>
      owner.call("summarizeTaskMetricV0", { ...asked(metric, query), body }),
  };
}
const annotation = (label: string) => ({ agent: "u", labels: [{ class: label }] });
const textOf = (id: number, text: string, label: string) => ({ id, inputs: { text }, annotation: annotation(label) });

test("RUL-12 every metric that is listed for a task answers, of nothing and of records, and no other does", async () => {
  const { owner } = people.clients;
  for (const task of ["TextClassification", "TokenClassification", "Text2Text"] as const) {
    const { name, summary } = await datasetOf(task);
    const path = { params: { name, task }, query: { workspace } };
    expect(await owner.must("listTaskMetricsV0", path)).toEqual(METRICS[task]);
    for (const { id } of METRICS[task]) expect((await summary(id)).status, id).toBe(200);
    expect(await summary("nothing")).toMatchObject(missing("nothing", "ServiceBaseMetric"));
  }
  const { summary } = await datasetOf("Text2Text");
  expect(await summary("F1")).toMatchObject(missing("F1", "ServiceBaseMetric"));
});

test("RUL-12 what is told most often comes first, also where names are numbers", async () => {
  const { at, asked } = await datasetOf("TextClassification");
  const records = ["b", "2", "2", "10", "10", "10"].map((label, id) => textOf(id, "x", label));
  await people.clients.owner.must("logTextRecordsV0", { ...at, body: { records } });
  const { params } = asked("annotated_as");
  const path = `/api/datasets/TextClassification/${params?.name}/metrics/annotated_as:summary?workspace=${workspace}`;
  const reply = await fetch(server.url + path, {
    method: "POST",
    headers: { "x-postil-api-key": "owner-api-key", "content-type": "application/json" },
    body: "{}",
  });
  expect(await reply.text()).toBe('{"10":3,"2":2,"b":1}');
});

test("RUL-12 a metric tells of what a search finds, as many values as are wanted", async () => {
  const { at, summary } = await datasetOf("TextClassification");
  const records = [textOf(1, "good day", "POS"), textOf(2, "good grief", "NEG"), textOf(3, "bad day", "NEG")];
  await people.clients.owner.must("logTextRecordsV0", { ...at, body: { records } });
  expect((await summary("annotated_as")).body).toEqual({ NEG: 2, POS: 1 });
  expect((await summary("annotated_as", { size: "1" })).body).toEqual({ NEG: 2 });
  expect((await summary("annotated_as", {}, { query_text: "good" })).body).toEqual({ NEG: 1, POS: 1 });
  expect((await summary("text_length", {}, { query_text: "bad" })).body).toEqual({ "7.0": 1 });
  expect((await summary("words_cloud", { size: "2" })).body).toEqual({ day: 2, good: 2 });
  expect((await summary("dataset_labels", {}, { ids: ["1"] })).body).toEqual({ labels: ["POS"] });
  expect(errorsOf(await summary("words_cloud", { size: "0" }))).toMatchObject([{ loc: ["query", "size"] }]);
  expect(errorsOf(await summary("text_length", { interval: "0" }))).toMatchObject([
    { loc: ["query", "interval"], msg: "ensure this value is greater than 0.0" },
  ]);
  expect(errorsOf(await summary("F1", {}, null))).toMatchObject([{ loc: ["body"] }]);
});

test("RUL-12 lengths and F1 are those of the records as they are after each write", async () => {
  const { at, summary } = await datasetOf("TextClassification");
  const { owner } = people.clients;
  const logged = (id: number, text: string, label: string) => ({
    ...textOf(id, text, label),
    prediction: { agent: "m", labels: [{ class: "POS", score: 0.9 }] },
  });
  const log = (...records: ReturnType<typeof logged>[]) => owner.must("logTextRecordsV0", { ...at, body: { records } });
  await log(logged(1, "good", "POS"), logged(2, "bad day", "NEG"));
  expect((await summary("text_length")).body).toEqual({ "4.0": 1, "5.0": 0, "6.0": 0, "7.0": 1 });
  for (const metric of ["F1", "MultiLabelF1"])
    expect((await summary(metric)).body).toMatchObject({ f1_micro: 0.5, POS_support: 1, NEG_support: 1 });
  await log(logged(2, "bad", "POS"), logged(3, "good", "POS"));
  expect((await summary("text_length")).body).toEqual({ "3.0": 1, "4.0": 2 });
  expect((await summary("F1")).body).toMatchObject({ f1_micro: 1, POS_support: 3 });
  await owner.must("deleteTaskRecordsV0", { ...at, query: { workspace }, body: { ids: [1, 3] } });
  expect((await summary("text_length")).body).toEqual({ "3.0": 1 });
  expect((await summary("F1", {}, { query_text: "metrics.text_length:[4 TO 9]" })).body).toEqual({});
  expect((await summary("F1", {}, { query_text: "metrics.text_length:3" })).body).toMatchObject({ POS_support: 1 });
});

test("RUL-12 F1 of entities is that of the records as they are after each write", async () => {
  const { at, summary } = await datasetOf("TokenClassification");
  const { owner } = people.clients;
  const entities = [{ start: 0, end: 3, label: "PER" }];
  const token = (id: number, predicted: typeof entities) => ({
    id,
    text: "Ana sings",
    tokens: ["Ana", "sings"],
    annotation: { agent: "u", entities },
    prediction: { agent: "m", entities: predicted },
  });
  await owner.must("logTokenRecordsV0", { ...at, body: { records: [token(1, [])] } });
  expect((await summary("F1")).body).toMatchObject({ recall_micro: 0, PER_recall: 0 });
  await owner.must("logTokenRecordsV0", { ...at, body: { records: [token(1, entities)] } });
  expect((await summary("F1")).body).toMatchObject({ recall_micro: 1, PER_recall: 1 });
});

test("RUL-12 the internal metrics tell of rules that are given, label by label", async () => {
  const { at, summary } = await datasetOf("TextClassification");
  const records = [textOf(1, "good day", "POS"), textOf(2, "good grief", "NEG"), { id: 3, inputs: { text: "good" } }];
  await people.clients.owner.must("logTextRecordsV0", { ...at, body: { records } });
  expect((await summary("labeling_rule")).body).toEqual({});
  expect((await summary("dataset_labeling_rules")).body).toEqual({});
  const decided = (correct: number, incorrect: number, precision: number) => ({
    correct_records: correct,
    incorrect_records: incorrect,
    precision,
  });
  expect((await summary("labeling_rule", { rule_query: "good", labels: ["POS", "NEW"] })).body).toEqual({
    covered_records: 3,
    annotated_covered_records: 2,
    POS: { ...decided(1, 1, 0.5), annotated: 1 },
    NEW: { ...decided(0, 2, 0), annotated: 0 },
    ...decided(1, 3, 0.25),
  });
  expect((await summary("dataset_labeling_rules", { queries: ["grief", "day"] })).body).toEqual({
    covered_records: 2,
    annotated_covered_records: 2,
  });
});

test("RUL-12 without an annotated record there is no precision, at the top and below each label", async () => {
  const { at, summary } = await datasetOf("TextClassification");
  const records = [{ id: 1, inputs: { text: "good" } }];
  await people.clients.owner.must("logTextRecordsV0", { ...at, body: { records } });
  const none = { correct_records: 0, incorrect_records: 0 };
  expect((await summary("labeling_rule", { rule_query: "good", labels: ["POS"] })).body).toEqual({
    covered_records: 1,
    annotated_covered_records: 0,
    POS: { ...none, annotated: 0 },
    ...none,
  });
});

test("RUL-12 a query that cannot be read is 400 by each metric, with the words of the contract", async () => {
  const { summary } = await datasetOf("TextClassification");
  for (const { id } of METRICS.TextClassification)
    expect(await summary(id, {}, { query_text: '"open' }), id).toMatchObject({
      status: 400,
      body: typed("InvalidTextSearchError", { message: 'Failed to parse query ["open]' }),
    });
});

test("TEN-13 metrics of another task are 400 and of an unknown dataset 404, before the right is asked for", async () => {
  const { name, asked } = await datasetOf("TextClassification");
  const { call } = people.clients["annotator elsewhere"];
  const other = { ...asked("F1"), params: { name, task: "Text2Text", metric: "F1" } };
  expect(await call("summarizeTaskMetricV0", other)).toMatchObject(wrongTask("Text2Text"));
  const unknown = { ...asked("F1"), params: { name: "unknown", task: "Text2Text", metric: "F1" } };
  expect(await call("summarizeTaskMetricV0", unknown)).toMatchObject(missing("unknown"));
});

const MEMBERS: readonly Speaker[] = ["owner", "admin", "annotator"];
for (const name of [
  "listTaskMetricsV0",
  "summarizeTaskMetricV0",
  "getLabelingRuleMetricsV0",
  "getLabelingRulesMetricsV0",
] as const) {
  test(`RUL-23 ROL-09 ${name}: ${MEMBERS.join(", ")}`, async () => {
    const { asked } = await datasetOf("TextClassification");
    const sending = asked("status_distribution");
    const { body, ...read } = { ...sending, params: { ...sending.params, query: "good" } };
    for (const speaker of SPEAKERS) {
      const answer = await people.clients[speaker].call(
        name,
        name === "summarizeTaskMetricV0" ? { ...read, body } : read,
      );
      if (MEMBERS.includes(speaker)) expect(answer.status, speaker).toBe(200);
      else expect(answer, speaker).toMatchObject(speaker === "nobody" ? { status: 401 } : forbidden);
    }
  });
}
