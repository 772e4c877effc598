import { expect, test } from "vitest";
import { newName } from "./support/people.ts";
import {
  idsOf,
  labels,
  load,
  log,
  startPythonPeople,
  textRecord,
  textToTextRecord,
  tokenRecord,
} from "./support/python-client.ts";
import { missing } from "./support/task-datasets.ts";

/** Settings, labeling rules and metrics through the call sequences of the Python client (contract api-v0 10). */

const { workspace, owner, annotator } = await startPythonPeople();

const WORDS = ["good", "bad", "fine", "awful"];
/** Logs 16 records over four words. Every second one is annotated: good and fine as POS, the others as NEG. */
async function rated(): Promise<string> {
  const name = newName();
  const records = Array.from({ length: 16 }, (_, i) =>
    textRecord({
      id: i,
      inputs: { text: `a ${WORDS[i % 4]} day ${i}` },
      prediction: labels("m", ["POS", 0.7], ["NEG", 0.3]),
      ...(i < 8 ? { annotation: labels("anna", [i % 2 ? "NEG" : "POS", 1]), status: "Validated" } : {}),
    }),
  );
  expect(await log(owner, name, "TextClassification", records)).toBe(16);
  return name;
}

test("LAB-13 LAB-20 TEN-17 settings: made with the dataset, read back, then they bind what is logged", async () => {
  const name = newName();
  const dataset = { id: null, name, task: "TokenClassification", owner: null, workspace, tags: {}, metadata: {} };
  const settings = `datasets/${name}/TokenClassification/settings?workspace=${workspace}`;
  await owner.must("POST datasets", dataset);
  expect(await owner.send(`GET ${settings}`)).toMatchObject(missing(name, "TokenClassificationSettings"));
  expect((await owner.send("POST datasets", dataset)).status).toBe(409);
  expect(await owner.must(`GET datasets/${name}?workspace=${workspace}`)).toMatchObject({ name, task: dataset.task });
  await owner.must(`PATCH ${settings}`, { label_schema: { labels: ["PER", "LOC"] } });
  expect(await owner.must(`GET ${settings}`)).toMatchObject({
    label_schema: { labels: [{ name: "PER" }, { name: "LOC" }] },
  });

  const marked = (label: string) => {
    const annotation = { agent: "anna", entities: [{ start: 0, end: 1, label, score: 1 }], score: null };
    return { tags: {}, metadata: {}, records: [tokenRecord({ id: label, text: "a b", annotation })] };
  };
  const bulk = `POST datasets/${name}/TokenClassification:bulk`;
  expect((await owner.send(bulk, marked("ORG"))).status).toBe(400);
  await owner.must(bulk, marked("PER"));
  expect((await owner.send(`PATCH ${settings}`, { label_schema: { labels: ["LOC"] } })).status).toBe(400);
  expect((await annotator.send(`PATCH ${settings}`, { label_schema: { labels: ["PER"] } })).status).toBe(403);
});

test("RUL-08 RUL-05 RUL-09 RUL-04 rules: added twice, read, updated or made, deleted twice", async () => {
  const name = await rated();
  const rules = `datasets/TextClassification/${name}/labeling/rules`;
  const adding = `POST datasets/${name}/TextClassification/labeling/rules`;
  const added = [
    { query: "good OR fine", labels: ["POS"] },
    { query: "inputs.text:(bad)", labels: ["NEG"] },
    { query: "goo*", labels: ["POS", "NEG"] },
  ];
  for (const rule of added) await annotator.must(adding, rule);
  for (const rule of added) expect((await owner.send(adding, rule)).status).toBe(409);
  const read = async () => await owner.must(`GET ${rules}`);
  expect(await read()).toMatchObject(added);
  await owner.must(`PATCH ${rules}/goo*`, { labels: ["NEG"] });
  expect((await owner.send(`PATCH ${rules}/newly%20made`, { labels: ["POS"] })).status).toBe(404);
  await owner.must(adding, { query: "newly made", labels: ["POS"] });
  for (const path of ["good%20OR%20fine", "good%20OR%20fine", "inputs.text:(bad)", "inputs.text:(bad)"])
    expect(await owner.must(`DELETE ${rules}/${path}`)).toBeNull();
  expect(await read()).toMatchObject([
    { query: "goo*", label: "NEG", labels: ["NEG"] },
    { query: "newly made", labels: ["POS"] },
  ]);
});

test("RUL-10 RUL-13 RUL-22 RUL-25 metrics of a rule under the client's own spelling of its query", async () => {
  const name = await rated();
  const metrics = (path: string, label: string) =>
    owner.send(`GET datasets/TextClassification/${name}/labeling/rules/${path}/metrics?label=${label}`);
  const totals = { total_records: 16, annotated_records: 8 };
  const half = { ...totals, coverage: 0.5, coverage_annotated: 0.5, correct: 4, incorrect: 0, precision: 1 };
  const wrong = { ...half, correct: 0, incorrect: 4, precision: 0 };
  const none = { ...totals, coverage: 0, coverage_annotated: 0, correct: 0, incorrect: 0 };
  const asked: readonly [string, string, object][] = [
    ["good%20OR%20fine", "POS", half],
    ["good%20OR%20fine", "NEG", wrong],
    ["text:(bad%20OR%20%22an%20awful%22%20OR%20awful)", "NEG", half],
    ["*d%20AND%20-bad%20AND%20zo%C3%AB", "POS", none],
    ["id:7+8", "POS", none],
    ["100%", "POS", none],
  ];
  for (const [path, label, body] of asked) expect(await metrics(path, label), path).toEqual({ status: 200, body });
  expect((await metrics("day%20[", "POS")).status).toBe(400);
});

test("RUL-01 TSE-22 weak labels: the rules, the records, then the records of each rule without vectors", async () => {
  const name = await rated();
  for (const query of ["good OR fine", 'text:"a bad day"'])
    await owner.must(`POST datasets/${name}/TextClassification/labeling/rules`, { query, labels: ["POS"] });
  const rules = `GET datasets/TextClassification/${name}/labeling/rules`;
  const covered: (readonly string[])[] = [];
  for (const { query } of await owner.must<readonly { readonly query: string }[]>(rules))
    covered.push(idsOf(await load(owner, name, { query: { query_text: query }, vectors: false })));
  expect(covered).toEqual([
    ["0", "10", "12", "14", "2", "4", "6", "8"],
    ["1", "13", "5", "9"],
  ]);
  expect(idsOf(await load(owner, name, { query: { query_text: "status:Default" } }))).toHaveLength(8);
});

/** Makes the calls of one metric: the dataset, the list that must name the metric, the summary. */
const metric = async (name: string, task: string, id: string, query: string | null = null) => {
  const [plain = "", entries = ""] = id.split("?");
  await owner.must(`GET datasets/${name}`);
  const listed = await owner.must<readonly { readonly id: string }[]>(`GET datasets/${task}/${name}/metrics`);
  expect(listed.map((one) => one.id)).toContain(plain);
  return owner.must(`POST datasets/${task}/${name}/metrics/${plain}:summary${entries && `?${entries}`}`, {
    query_text: query,
  });
};

test("RUL-12 API-34 metrics of text classification, with the task spelled as both Pythons spell it", async () => {
  const name = await rated();
  for (const task of ["TextClassification", "TaskType.text_classification"]) {
    const f1 = await metric(name, task, "F1");
    expect(f1).toMatchObject({ precision_micro: 0.5, POS_support: 4, POS_recall: 1, NEG_recall: 0 });
    expect(await metric(name, task, "MultiLabelF1", "good")).toMatchObject({ f1_micro: 1, POS_support: 2 });
    expect(await metric(name, task, "F1", "nothing")).toEqual({});
    expect(await metric(name, task, "status_distribution")).toEqual({ Validated: 8, Default: 8 });
    expect(await metric(name, task, "words_cloud?size=1")).toEqual({ day: 16 });
    expect(await metric(name, task, "text_length", "good AND id:(0 OR 12)")).toEqual({
      "12.0": 1,
      "13.0": 1,
    });
  }
});

test("RUL-12 API-34 metrics of token classification and Text2Text", async () => {
  const name = newName();
  const paris = { start: 0, end: 5, score: 1 };
  const nato = { start: 6, end: 10, score: 1 };
  const record = (id: number, annotated: object, predicted: readonly object[]) =>
    tokenRecord({
      id,
      text: "Paris NATO iPhone",
      annotation: { agent: "anna", entities: [{ ...annotated, label: "LOC" }], score: null },
      prediction: { agent: "m", entities: predicted, score: null },
    });
  await log(owner, name, "TokenClassification", [
    record(1, paris, [{ ...paris, label: "LOC" }]),
    record(2, nato, [
      { ...nato, label: "PER" },
      { ...paris, label: "PER" },
    ]),
  ]);
  for (const task of ["TokenClassification", "TaskType.token_classification"]) {
    const of = (id: string) => metric(name, task, id);
    expect(await of("token_frequency?size=1000")).toEqual({ Paris: 2, NATO: 2, iPhone: 2 });
    expect(await of("token_capitalness")).toEqual({ FIRST: 2, UPPER: 2, MIDDLE: 2 });
    expect(await of("annotated_entity_labels?size=50")).toEqual({ LOC: 2 });
    expect(await of("predicted_entity_labels?size=50")).toEqual({ PER: 2, LOC: 1 });
    expect(await of("predicted_entity_capitalness")).toEqual({ FIRST: 2, UPPER: 1 });
    expect(await of("predicted_top_k_mentions_consistency?size=100&interval=2")).toEqual({
      mentions: [
        {
          mention: "Paris",
          entities: [
            { label: "LOC", count: 1 },
            { label: "PER", count: 1 },
          ],
        },
      ],
    });
    expect(await of("F1")).toMatchObject({ LOC_precision: 1, LOC_recall: 0.5 });
    const gone = ["tokens_length", "token_length", "annotated_entity_density", "predicted_mention_char_length"];
    for (const id of gone) expect(await of(`${id}?interval=0.005`), id).toEqual({});
  }
  const translated = newName();
  await log(owner, translated, "Text2Text", [textToTextRecord({ id: 1, text: "hello" })]);
  for (const task of ["Text2Text", "TaskType.text2text"])
    expect(await metric(translated, task, "text_length")).toEqual({ "5.0": 1 });
});
