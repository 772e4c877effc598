import type { Task } from "@postil/domain/datasets/dataset-links";
import { describe, expect, test } from "vitest";
import { readImportOptions } from "../../cli/import-options.ts";
import { fileOf, jsonl } from "../import.fixture.ts";
import { openSource } from "../read-rows.ts";
import { findBadTaskLines, goodTaskRecords } from "./check-task-rows.ts";
import { lookAtTaskRows, taskDatasetNameOf } from "./look-at-task-rows.ts";

async function understand(file: string, task: Task, ignored: readonly string[] = []) {
  const source = openSource(file);
  const { multiLabel, rows } = await lookAtTaskRows(source);
  const wishes = { task, agent: "import", multiLabel, ignored: new Set(ignored) };
  const { bad, good } = await findBadTaskLines(source, wishes);
  const records = [];
  for await (const record of goodTaskRecords(source, wishes, bad)) records.push(record);
  expect(records).toHaveLength(good);
  expect(good + bad.length).toBe(rows);
  return { bad, records };
}

describe("TST-14 JSON Lines as the 1.x client writes them", () => {
  test("records to classify, with labels as objects and as pairs", async () => {
    const client = {
      text: "a text",
      inputs: { text: "a text" },
      prediction: [{ label: "A", score: 0.75 }, ["B", 0.25]],
      prediction_agent: "model",
      annotation: "A",
      annotation_agent: "someone",
      vectors: { v: [1, 2] },
      multi_label: false,
      explanation: null,
      id: 7,
      metadata: { n: 1 },
      status: "Validated",
      event_timestamp: 1_714_979_289_123,
      metrics: { text_length: 6 },
      search_keywords: null,
    };
    const { bad, records } = await understand(jsonl([client]), "TextClassification");
    expect(bad).toEqual([]);
    expect(records).toEqual([
      {
        id: 7,
        inputs: { text: "a text" },
        multi_label: false,
        status: "Validated",
        event_timestamp: 1_714_979_289_123,
        prediction: {
          agent: "model",
          labels: [
            { class: "A", score: 0.75 },
            { class: "B", score: 0.25 },
          ],
        },
        annotation: { agent: "someone", labels: [{ class: "A" }] },
        metadata: { n: 1 },
        vectors: { v: { value: [1, 2] } },
      },
    ]);
  });

  test("records with several labels each, of which the file tells by lists", async () => {
    const rows = [
      { text: "x", annotation: ["A", "B"] },
      { text: "y", annotation: null },
    ];
    const { records } = await understand(jsonl(rows), "TextClassification");
    expect(records).toMatchObject([
      { multi_label: true, annotation: { labels: [{ class: "A" }, { class: "B" }] }, status: "Validated" },
      { multi_label: true, status: "Default" },
    ]);
  });

  test("tokens with entities as objects and as lists", async () => {
    const row = {
      text: "Ana in Rome",
      tokens: ["Ana", "in", "Rome"],
      prediction: [["PER", 0, 3, 0.5]],
      annotation: [{ label: "LOC", start: 7, end: 11 }],
    };
    const { bad, records } = await understand(jsonl([row]), "TokenClassification");
    expect(bad).toEqual([]);
    expect(records).toMatchObject([
      {
        prediction: { agent: "import", entities: [{ label: "PER", start: 0, end: 3, score: 0.5 }] },
        annotation: { entities: [{ label: "LOC", start: 7, end: 11 }] },
      },
    ]);
  });

  test("texts answered by texts, bare and with scores", async () => {
    const rows = [{ text: "x", prediction: [["low", 0.25], { text: "high", score: 0.5 }, "bare"], annotation: "said" }];
    const { records } = await understand(jsonl(rows), "Text2Text");
    expect(records).toMatchObject([
      {
        prediction: { sentences: [{ text: "low", score: 0.25 }, { text: "high", score: 0.5 }, { text: "bare" }] },
        annotation: { sentences: [{ text: "said" }] },
      },
    ]);
  });

  test("and as the server replies, by agent too", async () => {
    const raw = {
      id: "1",
      inputs: { text: "x" },
      text: "x",
      prediction: { agent: "m", labels: [{ class_label: "A", score: 0.5 }] },
      predictions: { m: { labels: [{ class_label: "A", score: 0.5 }] }, n: { labels: [{ class: "B" }] } },
      last_updated: "2024-05-01T10:00:00",
    };
    const { bad, records } = await understand(jsonl([raw]), "TextClassification");
    expect(bad).toEqual([]);
    expect(records).toEqual([
      expect.objectContaining({ prediction: raw.prediction, predictions: raw.predictions, status: "Default" }),
    ]);
  });
});

describe("TST-14 other files", () => {
  test("a label and predictions in columns; what no column is for is metadata, numbers in their form", async () => {
    const line =
      '{"text":"x","label":"A","predictions":[{"label":"A","score":0.5}],"split":"train","share":1.0,"gone":1,"vector":[1,2]}';
    const { records } = await understand(fileOf(line, "jsonl"), "TextClassification", ["gone"]);
    expect(JSON.stringify(records[0])).toContain('"metadata":{"split":"train","share":1.0}');
    expect(records[0]).toMatchObject({
      annotation: { labels: [{ class: "A" }] },
      prediction: { labels: [{ class: "A", score: 0.5 }] },
      vectors: { vector: { value: [1, 2] } },
    });
  });

  test("CSV, where all is text", async () => {
    const { bad, records } = await understand(
      fileOf("id,text,label,stars,code\n007,Some words,A,4.5,007\n", "csv"),
      "TextClassification",
    );
    expect(bad).toEqual([]);
    expect(records).toMatchObject([
      { id: "007", inputs: { text: "Some words" }, metadata: { stars: 4.5, code: "007" } },
    ]);
  });

  test("a tag for each token, in JSON and in columns", async () => {
    const json = jsonl([{ tokens: ["Ana", "in", "New", "York"], tags: ["B-PER", "O", "B-LOC", "I-LOC"] }]);
    const columns = fileOf(
      "-DOCSTART- O\n\nAna NNP B-PER\nin IN O\nNew NNP B-LOC\nYork NNP I-LOC\n\n\nnothing\tO\n",
      "conll",
    );
    const record = {
      text: "Ana in New York",
      tokens: ["Ana", "in", "New", "York"],
      annotation: {
        agent: "import",
        entities: [
          { label: "PER", start: 0, end: 3 },
          { label: "LOC", start: 7, end: 15 },
        ],
      },
    };
    expect((await understand(json, "TokenClassification")).records).toMatchObject([record]);
    const { bad, records } = await understand(columns, "TokenClassification");
    expect(bad).toEqual([]);
    expect(records).toMatchObject([record, { text: "nothing", annotation: { entities: [] } }]);
  });

  test("bad lines are told with their numbers, in the words of the server", async () => {
    const text = jsonl([
      { id: "1", text: "x", label: "A" },
      { id: "1", text: "y" },
      { text: "x", prediction: [{ label: "", score: 0.5 }] },
      {
        text: "x",
        prediction: [
          ["A", 0.9],
          ["B", 0.9],
        ],
      },
      { text: "x", status: "Validated" },
      { text: "x", n: 1 },
      { text: "x", n: "many" },
      { label: "A" },
    ]);
    const { bad } = await understand(text, "TextClassification");
    expect(bad.map(({ line, fault }) => `${line} ${fault}`)).toEqual([
      '2 id "1" stands on line 1 already',
      "3 prediction.labels.0.class: Class name must not be empty",
      "4 prediction.labels: the scores of a single-label prediction may sum up to 1, found 1.8",
      "5 status: a single-label record with status 'Validated' needs an annotation",
      `7 a record without id: metadata 'n' is of type integer, found "many"`,
      "8 inputs: a record needs at least one input",
    ]);
    const tokens = fileOf("Ana B-PER\nin 3\n\nRome O\n", "bio");
    expect((await understand(tokens, "TokenClassification")).bad).toEqual([
      { line: 1, fault: expect.stringContaining("holds what is no tag") },
    ]);
  });
});

describe("the options", () => {
  test("that are about feedback datasets do not go with a task, and there are three tasks", () => {
    expect(() => readImportOptions(["x.jsonl", "--task", "Text2Text", "--rating", "a=1..5"])).toThrow(
      "--rating is about feedback",
    );
    expect(() => readImportOptions(["x.jsonl", "--task", "Ranking"])).toThrow('There is no task "Ranking"');
    expect(() => readImportOptions(["x.jsonl", "--agent", "m"])).toThrow("--agent goes with --task");
    expect(readImportOptions(["x.jsonl", "--task", "Text2Text", "--agent", "m"])).toMatchObject({
      task: "Text2Text",
      agent: "m",
    });
  });

  test("a name that task datasets may have", () => {
    expect(["My File (2)", "_x", "Ä"].map(taskDatasetNameOf)).toEqual(["my-file-2-", "x", "dataset"]);
  });
});
