import type { Task } from "@postil/domain/datasets/dataset";
import { describe, expect, test } from "vitest";
import { readImportOptions } from "../../cli/import-options.ts";
import { lookAtColumns } from "../columns.ts";
import { fileOf, jsonl, understandTask } from "../import.fixture.ts";
import { openSource } from "../read-rows.ts";
import { goodTaskRecords } from "./check-task-rows.ts";
import { planTask, taskDatasetNameOf } from "./plan-task.ts";

const understand = (file: string, task: Task, ignored: readonly string[] = []) =>
  understandTask(file, task, ...ignored.flatMap((name) => ["--ignore", name]));

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

  test("amounts of a table are numbers if the whole column can be read in one way, else texts", async () => {
    const { records } = await understand(
      fileOf('text;label;cost;fee\nSome words;A;"3.215,50";"3.215,50"\nMore words;B;"999";"3.215"\n', "csv"),
      "TextClassification",
    );
    expect(records.map(({ metadata }) => metadata)).toEqual([
      { cost: 3215.5, fee: "3.215,50" },
      { cost: 999, fee: "3.215" },
    ]);
  });

  test("bad lines are told with their numbers, in plain words", async () => {
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
      '3 prediction.labels.0.class: "" is empty; a label must have a name',
      "4 prediction.labels: the scores of a single-label prediction may sum up to 1, found 1.8",
      '5 status: "Validated" needs an annotation, and the row has none',
      `7 a record without id: metadata 'n' is of type integer, found "many"`,
      "8 inputs: a record needs at least one input",
    ]);
    const tokens = fileOf("Ana B-PER\nin 3\n\nRome O\nalone\nand 4\n", "bio");
    expect((await understand(tokens, "TokenClassification")).bad).toEqual([
      { line: 2, fault: '"3" of the token "in" is no tag; tags are O, B-name and I-name' },
      { line: 5, fault: 'the token "alone" has no tag' },
    ]);
  });

  test("the value stands in the message, or where it is missing", async () => {
    const text = jsonl([
      { text: "x", event_timestamp: "yesterday" },
      { text: "x", metadata: "{'split': 'test'}" },
      { text: "x", vectors: { v: [1, "a"] } },
      { text: "x", prediction: { labels: [{ score: 1 }] } },
      { text: "x", id: 1.5 },
    ]);
    const faults = (await understand(text, "TextClassification")).bad.map(({ fault }) => fault);
    expect(faults).toEqual([
      'event_timestamp: "yesterday" is not a date with a time, such as 2024-05-01T12:30:00',
      `metadata: "{'split': 'test'}" is not an object`,
      'vectors.v.value.1: "a" is not a number',
      'prediction.labels.0.class is missing, in {"score":1}',
      "id: 1.5 is not a whole number",
    ]);
    const tags = jsonl([{ tokens: ["a", "b"], tags: ["O", "3"] }]);
    const [bad] = (await understand(tags, "TokenClassification")).bad;
    expect(bad?.fault).toBe('column "tags": "3" (number 2) is no tag; tags are O, B-name and I-name');
  });

  test("a file without what the task is about is told of once", async () => {
    const text = jsonl([{ id: 1, instruction: { say: "Do" } }]);
    await expect(understand(text, "Text2Text")).rejects.toThrow(
      'has no column "text" or "source", and Text2Text needs one. Its columns: id, instruction.',
    );
    await expect(understand(fileOf("a O\n", "conll"), "TextClassification")).rejects.toThrow(
      'has no column "text" or "inputs", and TextClassification needs one. Its columns: tokens, tags. For tokens say --task TokenClassification.',
    );
  });
});

describe("TST-14 nothing that a row says is lost without a word", () => {
  test("one label, entity or text alone in its column, as an object or as a list with its score", async () => {
    const texts = await understand(
      jsonl([
        { text: "x", prediction: { label: "A", score: 0.25 }, annotation: { label: "B" } },
        { text: "y", prediction: ["A", 0.25], label: { class: "B" } },
        { text: "z", predictions: { class_label: "A", score: 0.25 } },
      ]),
      "TextClassification",
    );
    expect(texts.bad).toEqual([]);
    const said = { prediction: { agent: "import", labels: [expect.objectContaining({ score: 0.25 })] } };
    expect(texts.records).toMatchObject([said, said, said]);
    expect(texts.records.map(({ annotation }) => annotation)).toEqual([
      { agent: "import", labels: [{ class: "B" }] },
      { agent: "import", labels: [{ class: "B" }] },
      undefined,
    ]);
    const entity = { label: "L", start: 0, end: 1 };
    const tokens = await understand(
      jsonl([
        { text: "a b", tokens: ["a", "b"], prediction: { ...entity, score: 0.5 }, annotation: entity },
        { text: "a b", tokens: ["a", "b"], prediction: ["L", 0, 1, 0.5], entities: ["L", 0, 1] },
      ]),
      "TokenClassification",
    );
    const both = { prediction: { entities: [{ ...entity, score: 0.5 }] }, annotation: { entities: [entity] } };
    expect(tokens.records).toMatchObject([both, both]);
    const answers = jsonl([{ text: "x", prediction: ["low", 0.5], annotation: { text: "said" } }]);
    expect((await understand(answers, "Text2Text")).records).toMatchObject([
      { prediction: { sentences: [{ text: "low", score: 0.5 }] }, annotation: { sentences: [{ text: "said" }] } },
    ]);
  });

  test("what is no label, entity or text is a bad line", async () => {
    const faults = async (task: Task, rows: readonly object[]) => (await understand(jsonl(rows), task)).bad;
    const labels = "is no label; labels are texts, {label, score} or [label, score]";
    expect(
      await faults("TextClassification", [
        { text: "x", label: { a: 1 } },
        { text: "x", annotation: [["L", 0, 3]] },
        { text: "x", prediction: [{ label: "L", start: 0, end: 3 }] },
      ]),
    ).toEqual([
      { line: 1, fault: `column "label": {"a":1} ${labels}` },
      { line: 2, fault: `column "annotation": ["L",0,3] ${labels}` },
      { line: 3, fault: `column "prediction": {"label":"L","start":0,"end":3} ${labels}` },
    ]);
    const tokens = { text: "a b", tokens: ["a", "b"] };
    const said = [{ entities: { L: [[0, 1]] } }, { annotation: "L" }, { prediction: [["L", 0]] }];
    const entities = await faults(
      "TokenClassification",
      said.map((one) => ({ ...tokens, ...one })),
    );
    expect(entities.map(({ fault }) => fault)).toEqual([
      expect.stringMatching(/^column "entities": \{"L":\[\[0,1]]} is no entity; /),
      expect.stringMatching(/^column "annotation": "L" is no entity; /),
      expect.stringMatching(/^column "prediction": \["L",0] is no entity; /),
    ]);
    expect(await faults("Text2Text", [{ text: "x", annotation: [{ label: "A" }] }])).toHaveLength(1);
  });

  test("a column that the task or the row has another one for is metadata, and every vector is one", async () => {
    const rows = [
      { text: "x", tags: ["a", "b"], annotation: "A", label: "B", vector: [1], embedding: [2, 3] },
      { text: "y", tokens: 2, label: "C" },
    ];
    const { bad, records } = await understand(jsonl(rows), "TextClassification");
    expect(bad).toEqual([]);
    expect(records).toMatchObject([
      {
        annotation: { labels: [{ class: "A" }] },
        metadata: { tags: ["a", "b"], label: "B" },
        vectors: { vector: { value: [1] }, embedding: { value: [2, 3] } },
      },
      { annotation: { labels: [{ class: "C" }] }, metadata: { tokens: 2 } },
    ]);
  });

  test("where there is no text a source is one, and its target what people answered", async () => {
    const rows = [
      { source: "Guten Tag", target: "Good day" },
      { source: "Hallo", target: ["Hello", "Hi"] },
      { source: "Tag", target: "t", label: "Day" },
      { text: "Tag", source: "a book", target: 5 },
    ];
    expect(await understand(jsonl(rows), "Text2Text")).toMatchObject({
      bad: [],
      records: [
        { text: "Guten Tag", status: "Validated", annotation: { sentences: [{ text: "Good day" }] } },
        { text: "Hallo", annotation: { sentences: [{ text: "Hello" }, { text: "Hi" }] } },
        { text: "Tag", annotation: { sentences: [{ text: "Day" }] }, metadata: { target: "t" } },
        { text: "Tag", metadata: { source: "a book", target: 5 } },
      ],
    });
  });

  test("a column that is to be left out is, whatever it is called", async () => {
    const rows = [{ text: "x", label: ["A", "B"], tags: "t", metadata: { n: 1 } }];
    const { records } = await understand(jsonl(rows), "TextClassification", ["label", "metadata", "tags"]);
    expect(records).toEqual([{ inputs: { text: "x" }, multi_label: false, status: "Default" }]);
  });
});

describe("the options", () => {
  test("that are about feedback datasets do not go with a task, and there are three tasks", () => {
    expect(() => readImportOptions(["x.jsonl", "--task", "Text2Text", "--rating", "a=1..5"])).toThrow(
      "--rating is about feedback",
    );
    expect(() => readImportOptions(["x.jsonl", "--task", "Ranking"])).toThrow('There is no task "Ranking"');
    expect(() => readImportOptions(["x.jsonl", "--agent", "m"])).toThrow(
      "--agent goes with --suggestion, or with --task",
    );
    expect(readImportOptions(["x.jsonl", "--task", "Text2Text", "--agent", "m"])).toMatchObject({
      task: "Text2Text",
      agent: "m",
    });
  });

  test("a name that no task dataset may have is refused before the file is read", () => {
    const named = (name: string) => readImportOptions(["no-such-file.jsonl", "--task", "Text2Text", "--dataset", name]);
    expect(() => named("Bad Name")).toThrow('"Bad Name" cannot be the name of a task dataset');
    for (const name of ["_x", "", "x".repeat(201)]) expect(() => named(name)).toThrow("up to 200");
    expect(named("my-data_2").dataset).toBe("my-data_2");
  });

  test("a name that task datasets may have", () => {
    expect(["My File (2)", "_x", "Ä"].map(taskDatasetNameOf)).toEqual(["my-file-2-", "x", "a"]);
  });
});

test("IMP-41 a column that is called as labels are is the annotation of a text, whatever that is called, unless a client wrote the file", async () => {
  const annotations = async (more: object, name = "text") => {
    const rows = ["pay", "card"].map((intent, at) => ({ [name]: `a question ${at}`, intent, ...more }));
    const { records } = await understand(jsonl(rows), "TextClassification");
    return records.map((record) => ("annotation" in record ? record.annotation : null));
  };
  const given = ["pay", "card"].map((label) => ({ agent: "import", labels: [{ class: label }] }));
  expect(await annotations({}, "utterance")).toEqual(given);
  expect(await annotations({})).toEqual(given);
  expect(await annotations({ metadata: { n: 1 } })).toEqual([null, null]);
  expect(await annotations({ status: "Default" })).toEqual([null, null]);
});

test("IMP-115 a rejected label is none, whatever was said of the columns", async () => {
  const rows = ["accept", "reject", "ignore"].map((answer) => ({ text: answer, topic: "FOO", answer }));
  const source = await openSource(jsonl(rows), readImportOptions(["x.jsonl"]).reading);
  const options = readImportOptions(["x.jsonl", "--task", "TextClassification"]);
  const said = { roles: new Map([["topic", "annotation" as const]]), several: null };
  const { wishes } = planTask(await lookAtColumns(source), source, "TextClassification", options, said);
  const records = [];
  for await (const record of goodTaskRecords(source, wishes, () => false)) records.push(record);
  expect(records.map(({ annotation, status }) => [annotation, status])).toEqual([
    [{ agent: "import", labels: [{ class: "FOO" }] }, "Validated"],
    [undefined, "Default"],
    [undefined, "Discarded"],
  ]);
  expect(records.slice(1).map(({ metadata }) => metadata)).toMatchObject([{ rejected: "FOO" }, { discarded: "FOO" }]);
});
