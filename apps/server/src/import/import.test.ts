import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fileOf, jsonl, ROWS, row, understand } from "./import.fixture.ts";

describe("inference from the columns (API-37)", () => {
  test("of JSON Lines", async () => {
    const { plan, roles, bad } = await understand(jsonl(ROWS));
    expect(bad).toEqual([]);
    expect(roles).toEqual({
      id: { kind: "id" },
      split: { kind: "metadata", name: "split", type: "terms" },
      text: { kind: "field", name: "text", required: true },
      label: { kind: "question", question: "label", type: "label_selection", options: 3, keptAs: "metadata" },
      words: { kind: "metadata", name: "words", type: "integer" },
      share: { kind: "metadata", name: "share", type: "float" },
      urgent: { kind: "metadata", name: "urgent", type: "terms" },
      predictions: { kind: "suggestion", question: "label", type: "label_selection" },
      vector: { kind: "vector", name: "vector", dimensions: 3 },
      tags: { kind: "metadata", name: "tags", type: "terms" },
      source: { kind: "extra", name: "source" },
    });
    expect(plan.dataset.questions).toEqual([
      {
        name: "label",
        title: "Label",
        required: true,
        settings: {
          type: "label_selection",
          options: ["card", "cash", "transfer"].map((value) => ({ value, text: value, description: null })),
          visible_options: null,
        },
      },
    ]);
  });

  test("of CSV, where all is text: semicolons, quotes over lines, numbers, empty cells", async () => {
    const lines = [
      "id;message;sentiment;stars;code",
      '1;"Two\nlines; and a mark";good;4.5;007',
      "2;Short but read;bad;;008",
      "3;Something else entirely;good;2;009",
    ];
    const { roles, records, bad } = await understand(fileOf(`\uFEFF${lines.join("\r\n")}\r\n`, "csv"));
    expect(bad).toEqual([]);
    expect(roles).toMatchObject({
      id: { kind: "id" },
      message: { kind: "field" },
      sentiment: { kind: "question", options: 2, keptAs: "suggestion" },
      stars: { kind: "metadata", type: "float" },
      code: { kind: "field" },
    });
    expect(records[0]).toMatchObject({
      external_id: "1",
      fields: { message: "Two\nlines; and a mark", code: "007" },
      metadata: { stars: 4.5 },
    });
    expect(records[1]?.metadata).toBeNull();
  });

  test("the best prediction is suggested, and the known answer hidden from annotators (PRD-07)", async () => {
    const { plan, records } = await understand(jsonl(ROWS));
    expect(records[0]).toMatchObject({
      suggestions: [{ question: "label", value: "cash", score: 0.5, agent: "predictions", type: "model" }],
      metadata: { label: "card" },
    });
    expect(plan.dataset.metadata.find(({ name }) => name === "label")).toMatchObject({ visible_for_annotators: false });
  });

  test("without predictions the known answer is suggested", async () => {
    const { records } = await understand(jsonl(ROWS.map(({ predictions: _, ...rest }) => rest)));
    expect(records[1]?.suggestions).toEqual([{ question: "label", value: "cash", type: "human", agent: "label" }]);
  });

  test("lists of labels make a multi-label question, with all scores", async () => {
    const rows = ROWS.map(({ text, tags, predictions }) => ({ text, labels: tags, predictions }));
    const { plan, records } = await understand(jsonl(rows));
    expect(plan.dataset.questions[0]?.settings).toMatchObject({ type: "multi_label_selection" });
    expect(records[0]?.suggestions[0]).toMatchObject({
      value: ["cash", "transfer"],
      score: [0.25, 0.5],
    });
  });

  test("numbers as labels become options in their order", async () => {
    const { plan } = await understand(jsonl(ROWS.map(({ text }, index) => ({ text, label: index % 11 }))));
    const { settings } = plan.dataset.questions[0] ?? {};
    expect(settings && "options" in settings ? settings.options.map((option) => option.value) : []).toEqual(
      Array.from({ length: 11 }, (_, n) => String(n)),
    );
  });

  test("an id that comes twice is no id", async () => {
    const { roles } = await understand(jsonl(ROWS.map((one) => ({ ...one, id: "same" }))));
    expect(roles.id?.kind).not.toBe("id");
  });

  test("columns whose names the contract does not take get names it takes, none twice", async () => {
    const { roles } = await understand(
      jsonl(ROWS.map(({ text, label, words }) => ({ "Der Text!": text, "der text": text, label, "?": words }))),
    );
    expect(roles).toMatchObject({
      "Der Text!": { name: "der_text" },
      "der text": { name: "der_text_2" },
      "?": { name: "column_4" },
    });
  });
});

describe("options", () => {
  test("name the parts, and switch the inference of their kind off", async () => {
    const flags = [
      "--field",
      "split",
      "--label",
      "mood=good, bad",
      "--metadata",
      "words",
      "--suggestion",
      "mood=guess",
      "--vector",
      "vector",
      "--id",
      "text",
      "--ignore",
      "source",
      "--dataset",
      "Mine",
      "--guidelines",
      "# Read",
    ];
    const { plan, roles } = await understand(jsonl(ROWS.map((one) => ({ ...one, guess: "bad" }))), ...flags);
    expect(plan.dataset).toMatchObject({ name: "Mine", guidelines: "# Read" });
    expect(plan.dataset.fields.map(({ name }) => name)).toEqual(["split"]);
    expect(plan.dataset.metadata.map(({ name }) => name)).toEqual(["words"]);
    expect(plan.dataset.questions.map(({ name }) => name)).toEqual(["mood"]);
    expect(roles).toMatchObject({
      id: { kind: "extra" },
      text: { kind: "id" },
      guess: { kind: "suggestion" },
      source: { kind: "ignored" },
    });
  });

  test.each([
    [["--label", "nope"], 'The file has no column "nope". It has: id, split'],
    [["--dataset=-x"], '"-x" cannot be the name of a dataset'],
    [["--label", "one=a"], 'at least 2 labels; "one" has 1'],
    [["--suggestion", "other=predictions"], 'no question "other"'],
    [["--vector", "text"], 'Column "text" holds no lists of numbers'],
    [["--field", "split", "--metadata", "split"], 'Column "split" is named by two options'],
    [["--nonsense"], "Unknown option"],
    [["--guidelines", "@/none.md"], "The guidelines cannot be read from /none.md."],
  ])("%s is refused in words", async (flags, words) => {
    await expect(understand(jsonl(ROWS), ...flags)).rejects.toThrow(words);
  });

  test("what an option names is nothing else besides", async () => {
    const { roles, plan } = await understand(jsonl(ROWS), "--field", "label", "--metadata", "id");
    expect(roles).toMatchObject({ label: { kind: "field" }, id: { kind: "metadata" } });
    expect(plan.dataset.questions).toHaveLength(1);
  });

  test("a file without labels says how to give some", async () => {
    await expect(understand(jsonl([{ text: "a" }, { text: "b" }]))).rejects.toThrow(
      "--label sentiment=positive,negative",
    );
  });
});

test.each([
  ["pred", "label_selection"],
  ["one", "text"],
] as const)("PRD-07 an empty list is no suggestion (column %s, question of %s)", async (column, type) => {
  const rows = ROWS.map(({ text, label }, index) => ({
    text,
    label,
    pred: index === 0 ? [] : [{ label, score: 0.5 }],
    one: index === 0 ? [] : label,
  }));
  const question = type === "text" ? ["--text", "note"] : ["--label", "kind=cash,card,transfer"];
  const { bad, records } = await understand(jsonl(rows), "--field", "text", ...question, "--suggestion", column);
  expect(bad).toEqual([]);
  expect(records[0]?.suggestions).toEqual([]);
  expect(records[1]?.suggestions).toHaveLength(1);
});

describe("bad lines", () => {
  test("one is named where the others do not tell what the columns are", async () => {
    const file = fileOf('{"text": "a", "label": "x"}\n{"text": "b", "label"\n', "jsonl");
    await expect(understand(file)).rejects.toThrow('Line 2 could not be read: no valid JSON: {"text": "b", "label"');
    await expect(understand(file, "--label", "label")).rejects.toThrow("it has only one value.\nLine 2 could not");
  });

  test("are told with line, column and value, and left out", async () => {
    const good = ROWS.map((one) => JSON.stringify(one));
    const broken = [
      '{"text": "cut of',
      "[1]",
      JSON.stringify({ ...row(20), text: null }),
      JSON.stringify({ ...row(21), vector: [1, 2] }),
      JSON.stringify({ ...row(22), id: "r3" }),
      JSON.stringify({ ...row(23), predictions: [{ label: "cash", score: 7 }] }),
      JSON.stringify({ ...row(24), text: "half \\ud800 of a pair" }).replace("\\\\ud800", "\\ud800"),
    ];
    const { bad, records } = await understand(
      fileOf([...good, "", ...broken].join("\n"), "jsonl"),
      "--metadata",
      "words",
      "--label",
      "kind=cash,card,transfer",
      "--suggestion",
      "predictions",
      "--id",
      "id",
      "--field",
      "text",
      "--vector",
      "vector",
    );
    expect(bad).toEqual([
      { line: 14, fault: 'no valid JSON: {"text": "cut of' },
      { line: 15, fault: "no JSON object: [1]" },
      { line: 16, fault: 'column "text" is empty; it must have a value' },
      { line: 17, fault: 'column "vector": [1,2] has 2 numbers; vector "vector" has 3' },
      { line: 18, fault: 'column "id": id "r3" stands on line 4 already' },
      { line: 19, fault: expect.stringContaining("is more than 1, the most that is allowed") },
      { line: 20, fault: expect.stringContaining("has half a character") },
    ]);
    expect(records).toHaveLength(12);
  });

  test("a label outside the options names the options", async () => {
    const { bad } = await understand(jsonl(ROWS), "--label", "label=card,cash", "--metadata", "words");
    expect(bad[0]?.fault).toMatch(
      /^column "predictions": .* has "transfer", which is not one of the labels: card, cash$/,
    );
  });

  test("a CSV row of another length is bad, not shifted", async () => {
    const { bad, records } = await understand(
      fileOf("text,label\nfirst text here,a\nsecond,b,c\nthird text here,b\n", "csv"),
    );
    expect(bad).toEqual([{ line: 3, fault: "3 values, but the first line names 2 columns" }]);
    expect(records).toHaveLength(2);
  });
});

describe("files", () => {
  test("gzip is read as a stream", async () => {
    const file = fileOf(gzipSync(ROWS.map((one) => JSON.stringify(one)).join("\n")), "ndjson.gz");
    expect((await understand(file)).records).toHaveLength(12);
  });

  test.each([
    ["txt", "x", "has a name that tells no format"],
    ["jsonl.gz", "not gzip", "it is not gzip"],
    ["jsonl", Buffer.from([0x7b, 0xff, 0x7d]), "Line 1 of the file is not UTF-8"],
    ["jsonl", "", "holds no rows"],
    ["csv", "a,a\n1,2", 'Two columns of the file have the name "a"'],
    [
      "csv",
      'a,b\n"x, y",1\n\n"x,2\n',
      "The file is no valid CSV: the row that begins on line 4 has a quote that is never closed.",
    ],
    ["jsonl", '"a"\n1', 'holds no rows that can be read. Line 1: no JSON object: "a"'],
  ])("a .%s of %j is refused in words", async (ending, content, words) => {
    await expect(understand(fileOf(content, ending))).rejects.toThrow(words);
  });

  test("odd quoting in CSV is read as it is meant, and lines are counted as an editor counts them", async () => {
    const lines = [
      "text,label",
      '"He said ""hi"", then left",a',
      "",
      '"two',
      'lines",b',
      '5" pipe,a',
      "'single' quotes,b",
      "x,y,z",
    ];
    const { records, bad } = await understand(fileOf(lines.join("\r\n"), "csv"));
    expect(records.map((record) => record.fields.text)).toEqual([
      'He said "hi", then left',
      "two\r\nlines",
      '5" pipe',
      "'single' quotes",
    ]);
    expect(bad).toEqual([{ line: 8, fault: "3 values, but the first line names 2 columns" }]);
  });

  test("a cut gzip file is refused", async () => {
    const whole = gzipSync(JSON.stringify(ROWS));
    await expect(understand(fileOf(whole.subarray(0, 40), "jsonl.gz"))).rejects.toThrow("cut off");
  });
});
