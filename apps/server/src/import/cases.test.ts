import { describe, expect, test } from "vitest";
import { at, labels, texts } from "./cases.fixture.ts";
import { fileOf, understand, understandTask } from "./import.fixture.ts";

describe("API-37 whole numbers beyond 2^53 are kept digit by digit", () => {
  const ids = ["01", "02", "03", "02"].map((end) => `10482456723456789${end}`);
  const digits = (records: readonly { readonly metadataText?: string }[]) =>
    records.map(({ metadataText }) => /\d{15,}/.exec(metadataText ?? "")?.[0]);

  test("tweetids.csv: an integer property", async () => {
    const { roles, records } = await understand(at("tweetids.csv"));
    expect(roles.tweet_id).toEqual({ kind: "metadata", name: "tweet_id", type: "integer" });
    expect(digits(records)).toEqual(ids);
    const task = await understandTask(at("tweetids.csv"), "TextClassification");
    expect(task.records.map(({ metadata }) => JSON.stringify(metadata))).toEqual(ids.map((id) => `{"tweet_id":${id}}`));
  });

  test("bigid.csv: the external id, and the id of a task record", async () => {
    const { records } = await understand(at("bigid.csv"));
    expect(records.map(({ external_id }) => external_id)).toEqual(ids.slice(0, 3));
    const task = await understandTask(at("bigid.csv"), "TextClassification");
    expect(task.records.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  });

  test("in JSON too: id, property, nested value, label, text to read", async () => {
    const lines = ids
      .slice(0, 3)
      .map((id) => `{"id":${id},"text":${id},"tweet":${id},"label":${id},"user":{"id":${id}}}`);
    const file = fileOf(lines.join("\n"), "jsonl");
    const { records, bad } = await understand(file, "--field", "text");
    expect(bad).toEqual([]);
    expect(records.map(({ external_id }) => external_id)).toEqual(ids.slice(0, 3));
    expect(texts(records)).toEqual(ids.slice(0, 3));
    expect(labels(records)).toEqual(ids.slice(0, 3));
    expect(records[0]?.metadataText).toBe(`{"tweet":${ids[0]},"user":{"id":${ids[0]}}}`);
    const task = await understandTask(file, "TextClassification", "--ignore", "text", "--ignore", "label").catch(
      String,
    );
    expect(task).toContain('has no column "text"');
    const classified = await understandTask(
      fileOf(ids.map((id, n) => `{"id":${id}${n},"text":"x","label":${id},"n":${id}}`).join("\n"), "jsonl"),
      "TextClassification",
    );
    expect(classified.records[0]).toMatchObject({ id: `${ids[0]}0`, annotation: { labels: [{ class: ids[0] }] } });
    expect(JSON.stringify(classified.records[0]?.metadata)).toBe(`{"n":${ids[0]}}`);
  });

  test("of more than 64 bits: the text that stands there, and that is said", async () => {
    const rows = ["123456789012345678901234567890", "123456789012345678901234567891"];
    const { records, words } = await understand(fileOf(`text,label,n\na b,x,${rows[0]}\nc d,y,${rows[1]}\n`, "csv"));
    expect(records.map(({ metadata }) => metadata?.n)).toEqual(rows);
    expect(words.join("\n")).toContain('"n" stays as it is written');
  });

  test("in the sample too; a number beyond all that can be held makes its line a bad one", async () => {
    const text =
      '{"text":"a b","label":"x","n":9007199254740993}\n{"text":"c d","label":"y","n":1e400}\n{"text":"e","label":"y"}';
    const { words, bad } = await understand(fileOf(text, "jsonl"));
    expect(words.join("\n")).toContain("n=9007199254740993");
    expect(bad).toEqual([{ line: 2, fault: expect.stringContaining("holds a number that is too large") }]);
  });

  test("two ids that a double takes for one are two, and a repeated one is told in its own digits", async () => {
    const text = "id,text,label\n9007199254740993,a,x\n9007199254740992,b,y\n9007199254740993,c,x\n";
    const { bad } = await understand(fileOf(text, "csv"), "--id", "id");
    expect(bad).toEqual([{ line: 4, fault: 'column "id": id "9007199254740993" stands on line 2 already' }]);
  });
});

describe("API-37 numbers that would be written otherwise", () => {
  test("versions.csv: no two cells become one number", async () => {
    const { records, words } = await understand(at("versions.csv"));
    expect(records.map(({ metadata }) => metadata?.version)).toEqual(["1.10", "1.1", "1.100"]);
    expect(words.join("\n")).toContain('"version" stays a text: "1.10" and "1.1" would be the same number');
    const asked = await understand(at("versions.csv"), "--metadata", "version=float");
    expect(asked.records.map(({ metadata }) => metadata?.version)).toEqual([1.1, 1.1, 1.1]);
    const task = await understandTask(at("versions.csv"), "TextClassification");
    expect(task.records.map(({ metadata }) => metadata)).toEqual([
      { version: "1.10" },
      { version: "1.1" },
      { version: "1.100" },
    ]);
  });

  test("floatform.jsonl: what is written as 1.0 stays so", async () => {
    const { records } = await understand(at("floatform.jsonl"));
    expect(records[0]?.metadataText).toBe('{"conf":1.0,"n":1,"e":1000.0}');
    const task = await understandTask(at("floatform.jsonl"), "TextClassification");
    expect(JSON.stringify(task.records[0]?.metadata)).toBe('{"conf":1.0,"n":1,"e":1000.0}');
  });

  test.each([
    ["1,1.0", "1.0"],
    ["0.5,0.50", "0.50"],
    ["100,1e2", "1e2"],
  ])("of a table: %s", async (cells, second) => {
    const [one, other] = cells.split(",");
    const { records } = await understand(fileOf(`text,label,n\na b,x,${one}\nc d,y,${other}\n`, "csv"));
    expect(records.map(({ metadata }) => metadata?.n)).toEqual([one, second]);
  });

  test("two decimals everywhere are numbers", async () => {
    const { roles } = await understand(fileOf("text,label,n\na b,x,0.50\nc d,y,1.25\n", "csv"));
    expect(roles.n).toMatchObject({ kind: "metadata", type: "float" });
  });
});

describe("TST-14 long-metadata.jsonl: what is cut is said before anything is written", () => {
  test("how many values of which key", async () => {
    const { words } = await understandTask(at("long-metadata.jsonl"), "TextClassification");
    expect(words.join("\n")).toContain('metadata "url": 1 value is cut, for it has more than 128 characters');
    const { records } = await understand(at("long-metadata.jsonl"));
    expect(JSON.stringify(records[0])).toContain("https://example.org/xxx");
  });

  test("nested ones and those in lists too, and none of exactly that length", async () => {
    const long = "x".repeat(129);
    const rows = [
      { text: "a", meta: { deep: { url: long } }, tags: ["short", long], fits: "y".repeat(128) },
      { text: "b", meta: { deep: { url: long } } },
    ];
    const file = fileOf(rows.map((row) => JSON.stringify(row)).join("\n"), "jsonl");
    const said = (await understandTask(file, "TextClassification")).words.filter((line) => line.includes("cut"));
    expect(said).toEqual([
      expect.stringContaining('"meta.deep.url": 2 values are cut'),
      expect.stringContaining('"tags": 1 value is cut'),
    ]);
  });
});

describe("TST-14 lists that Python wrote", () => {
  test("pandas-tc.csv", async () => {
    const { records, bad } = await understandTask(at("pandas-tc.csv"), "TextClassification");
    expect(bad).toEqual([]);
    expect(records).toMatchObject([
      {
        id: "1",
        prediction: {
          agent: "m",
          labels: [
            { class: "x", score: 0.6 },
            { class: "y", score: 0.4 },
          ],
        },
        annotation: { agent: "vm", labels: [{ class: "x" }] },
        status: "Validated",
        multi_label: false,
      },
      { id: "2", status: "Default", prediction: { labels: [{ class: "y" }, { class: "x" }] } },
    ]);
    const feedback = await understand(at("pandas-tc.csv"));
    expect(labels(feedback.records)).toEqual(["x", "y"]);
    expect(feedback.words.join("\n")).toContain("--task");
  });

  test("pandas-text2text.csv", async () => {
    const { records, bad } = await understandTask(at("pandas-text2text.csv"), "Text2Text");
    expect(bad).toEqual([]);
    expect(records).toMatchObject([
      {
        id: "t1",
        text: "in",
        prediction: {
          sentences: [
            { text: "out1", score: 0.9 },
            { text: "out2", score: 0.1 },
          ],
        },
        annotation: { agent: "u", sentences: [{ text: "gold" }] },
      },
    ]);
  });

  test("lists of labels, of tags, of entities and of numbers, with every quote", async () => {
    const lists = `text,labels\n"a b","['it''s', ""it's"", 'x\\ny']"\n"c d","['x']"\n`.replace("'it''s', ", "");
    const found = await understandTask(fileOf(lists, "csv"), "TextClassification");
    expect(found.records).toMatchObject([
      { multi_label: true, annotation: { labels: [{ class: "it's" }, { class: "x\ny" }] } },
      { annotation: { labels: [{ class: "x" }] } },
    ]);
    const tokens = `tokens,ner_tags\n"['Ana', 'sings']","['B-PER', 'O']"\n"['Bo' 'Li']","['B-PER' 'I-PER']"\n`;
    expect((await understandTask(fileOf(tokens, "csv"), "TokenClassification")).records).toMatchObject([
      { text: "Ana sings" },
      { text: "Bo Li", annotation: { entities: [{ label: "PER", start: 0, end: 5 }] } },
    ]);
    const vectors = `text,label,vector\na b,x,"array([0.5, -1. ])"\nc d,y,"[1e-05 2]"\n`;
    const { records } = await understand(fileOf(vectors, "csv"));
    expect(records.map((record) => record.vectors.vector)).toEqual([
      [0.5, -1],
      [0.00001, 2],
    ]);
  });

  test("a text in brackets among texts is the text that stands there", async () => {
    const { records } = await understand(fileOf("text,label\n[1],x\n\"['a', 'b']\",y\nplain words,x\n{},y\n", "csv"));
    expect(texts(records)).toEqual(["[1]", "['a', 'b']", "plain words", "{}"]);
  });
});

describe("API-37 JSON of other forms", () => {
  const rows = [
    { text: 'one "quoted" ] , }', label: "x", data: { text: "inner \\" } },
    { text: "two", label: "y", data: { text: "other" } },
  ];

  test.each([
    ["a list on one line", JSON.stringify(rows), "json"],
    ["a list over lines", JSON.stringify(rows, null, 2), "json"],
    ["a list in .jsonl", JSON.stringify(rows), "jsonl"],
    ["objects over lines", rows.map((row) => JSON.stringify(row, null, 2)).join("\n"), "jsonl"],
    ["lines in .json", rows.map((row) => JSON.stringify(row)).join("\n"), "json"],
  ])("%s", async (_, text, ending) => {
    const { records, bad } = await understand(fileOf(text, ending), "--field", "text");
    expect(bad).toEqual([]);
    expect(texts(records)).toEqual(rows.map((row) => row.text));
  });

  test("lines are told where values begin, and what is cut off is a bad line", async () => {
    const text = '[\n{"text":"a","label":"x"},\n\n{"text":"b",\n"label":},\n{"text":"c","label":"y"},\n{"text"';
    const { bad } = await understand(fileOf(text, "json"));
    expect(bad.map(({ line }) => line)).toEqual([4, 7]);
  });

  test("a list longer than one piece of the stream", async () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({
      text: `\\"${n} ${"ä".repeat(20)}`,
      label: n % 2 ? "x" : "y",
    }));
    const { records } = await understand(fileOf(JSON.stringify(many), "json"));
    expect(texts(records)).toEqual(many.map(({ text }) => text));
  });

  test("members of members are named by paths; one object around all is refused with its lists", async () => {
    const lines = fileOf(rows.map((row) => JSON.stringify(row)).join("\n"), "jsonl");
    expect(texts((await understand(lines, "--field", "data.text")).records, "data_text")).toEqual([
      "inner \\",
      "other",
    ]);
    await expect(understand(fileOf(JSON.stringify({ version: 1, data: rows }, null, 1), "json"))).rejects.toThrow(
      'what it holds stands in "data"',
    );
  });
});
