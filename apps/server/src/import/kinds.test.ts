import { describe, expect, test } from "vitest";
import { labels, texts } from "./cases.fixture.ts";
import { fileOf, jsonl, understand } from "./import.fixture.ts";
import { readMarks } from "./shapes/row-parts.ts";

/** Kinds of files that other tools write, of which each lost something once. */

const said = (words: readonly string[]) => words.join("\n");

describe("IMP-51 spaCy's examples in lists", () => {
  const examples = [
    ["Anna sings", { entities: [[0, 4, "PER"]] }],
    [
      "😀 Bob in Rome",
      {
        entities: [
          [2, 5, "PER"],
          [9, 13, "LOC"],
        ],
      },
    ],
    ["nobody", { entities: [] }],
  ];

  test.each([
    ["on lines", examples.map((one) => JSON.stringify(one)).join("\n"), "jsonl"],
    ["in a list on one line", JSON.stringify(examples), "json"],
    ["in a list over lines", JSON.stringify(examples, null, 2), "json"],
    ["in a list in .jsonl", JSON.stringify(examples), "jsonl"],
  ])("%s", async (_, text, ending) => {
    const { records, roles, bad, words } = await understand(fileOf(text, ending));
    expect(bad).toEqual([]);
    expect(texts(records)).toEqual(["Anna sings", "😀 Bob in Rome", "nobody"]);
    expect(roles.entities).toMatchObject({ kind: "question", type: "span" });
    expect(labels(records)).toEqual([
      [{ start: 0, end: 4, label: "PER" }],
      [
        { start: 2, end: 5, label: "PER" },
        { start: 9, end: 13, label: "LOC" },
      ],
      null,
    ]);
    expect(said(words)).toContain("rows are lists of a text and what it is annotated with");
  });

  test("categories and groups of spans, numbers in their form", async () => {
    const { records, roles } = await understand(
      fileOf(
        '[["Anna Lee",{"spans":{"sc":[[0,8,"PER"],[0,4,"FIRST"]]},"cats":{"A":1.0,"B":0.0},"n":1.0}],["Bo",{"spans":{"sc":[]},"cats":{"A":0.0,"B":1.0},"n":2}]]',
        "json",
      ),
    );
    expect(roles["spans.sc"]).toMatchObject({ kind: "question", type: "span" });
    expect(labels(records)).toEqual(["A", "B"]);
    expect(records[0]?.suggestions[1]?.value).toHaveLength(2);
    expect(records.map(({ metadataText, metadata }) => metadataText ?? JSON.stringify(metadata))).toEqual([
      '{"n":1.0}',
      '{"n":2}',
    ]);
  });

  test("other lists are refused rows", async () => {
    const rows = [
      ["a b", { entities: [[0, 1, "X"]] }],
      ["x", 3],
      ["y", { text: "z" }],
      ["a"],
      [["a", {}]],
      ["c", {}, 1],
    ];
    const { bad, records } = await understand(jsonl(rows));
    expect(bad.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(records).toHaveLength(1);
  });

  test("one object around all says what to do", async () => {
    for (const whole of [
      {
        data: [
          { text: "a", label: "x" },
          { text: "b", label: "y" },
        ],
      },
      { classes: ["PER"], annotations: [["Anna", { entities: [[0, 4, "PER"]] }]] },
      { text: { 0: "a", 1: "b" }, label: { 0: "x", 1: "y" } },
    ])
      await expect(understand(fileOf(JSON.stringify(whole), "json"))).rejects.toThrow("The file is one object.");
  });
});

describe("IMP-52 marks inside of marks", () => {
  test.each([
    ["[[New York](CITY) Times](ORG) wrote", "New York Times wrote", ["0-14 ORG", "0-8 CITY"]],
    ["[a [b [c](Z)](Y)](X)", "a b c", ["0-5 X", "2-5 Y", "4-5 Z"]],
    ["[[sic] word](L)", "[sic] word", ["0-10 L"]],
    ["[a [b](X)", "[a b", ["3-4 X"]],
    ["[](X) [[](A)](B)", "[](X) [](A)", ["6-11 B"]],
    ["[link](http://x.y/z) ](X) [a](B", "[link](http://x.y/z) ](X) [a](B", []],
    [
      "<ORG>The [Paris](CITY) Post</ORG> 😀 [<A>b</A>](C)",
      "The Paris Post 😀 b",
      ["0-14 ORG", "4-9 CITY", "17-18 A", "17-18 C"],
    ],
  ])("%s", (text, plain, spans) => {
    const read = readMarks(text);
    expect(read.plain).toBe(plain);
    expect(read.spans.map(({ start, end, label }) => `${start}-${end} ${label}`).toSorted()).toEqual(spans.toSorted());
  });

  test("cost in proportion to the length", () => {
    const began = performance.now();
    readMarks(`${"[".repeat(60_000)}x${"](A)".repeat(60_000)}`);
    readMarks("[[a](B) ".repeat(60_000));
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe("IMP-53 what is nested too deeply is a refused row", () => {
  const deep = (depth: number, open: string, close: string, number: string) =>
    `${open.repeat(depth)}${number}${close.repeat(depth)}`;

  test.each([
    ["lists", deep(3000, "[", "]", "1.0")],
    ["objects", deep(3000, '{"a":', "}", "1.0")],
    ["whole numbers, very deep", deep(200_000, "[", "]", "1")],
    ["numbers with a form, very deep", deep(200_000, "[", "]", "1e400")],
  ])("%s", async (_, value) => {
    const rows = ["x", "y", "x"].map((label) => `{"text":"fine","label":"${label}","d":[1.0]}`);
    const { bad, records } = await understand(
      fileOf([rows[0], `{"text":"a","label":"x","d":${value}}`, ...rows.slice(1)].join("\n"), "jsonl"),
    );
    expect(bad).toEqual([{ line: 2, fault: expect.stringContaining("nested more than") }]);
    expect(records).toHaveLength(3);
    expect(bad[0]?.fault.length).toBeLessThan(300);
  });

  test("in a cell it is the text that stands there", async () => {
    const value = deep(200_000, "[", "]", "1");
    const { records } = await understand(fileOf(`text,label,d\na,x,${value}\nb,y,[]\n`, "csv"), "--field", "d");
    expect(records[0]?.fields.d).toBe(value);
  });
});

describe("IMP-57 a member that an object has twice", () => {
  test("refuses its row, wherever it is; names and texts with quotes and colons do not", async () => {
    const { bad, records } = await understand(
      fileOf(
        [
          '{"text":"one","label":"x","text":"two"}',
          '{"text":"a","label":"x","meta":[{"k":1,"k" : 1}]}',
          '{"text":"say \\":\\" and \\\\","label":"y","a\\"b":1,"c\\\\":{"text" :"\\\\\\":","k":[]},"":{"":1}}',
          '{"text":"fine","label":"x"}',
        ].join("\n"),
        "jsonl",
      ),
    );
    expect(bad.map(({ line, fault }) => [line, fault.slice(0, 34)])).toEqual([
      [1, "has a member twice in one object: "],
      [2, "has a member twice in one object: "],
    ]);
    expect(records).toHaveLength(2);
  });
});

describe("IMP-54 exports are read without loss", () => {
  test("Prodigy: options by numbers, and those that nobody chose", async () => {
    const options = [
      { id: 1, text: "Good" },
      { id: 2, text: "Bad" },
      { id: 3, text: "Unused" },
    ];
    const { plan, records } = await understand(
      jsonl([
        { text: "one", options, accept: [1, 2], answer: "accept" },
        { text: "two", options, accept: [2], answer: "accept" },
      ]),
    );
    expect(plan.questions[0]).toMatchObject({ type: "multi_label_selection", options: ["Good", "Bad", "Unused"] });
    expect(labels(records)).toEqual([["Good", "Bad"], ["Bad"]]);
  });

  const task = (id: number, results: readonly object[], more: object = {}) => ({
    ...{ id, data: { text: `A text ${id}` } },
    annotations: [{ completed_by: 1, result: results.map((one) => ({ to_name: "text", ...one })) }],
    ...more,
  });

  test("Label Studio: pairs, texts, regions of pages", async () => {
    const { roles, records, bad, words } = await understand(
      jsonl([
        task(1, [
          { from_name: "better", type: "pairwise", value: { selected: "left" } },
          { from_name: "why", type: "textarea", value: { text: ["one", "two"] } },
          {
            from_name: "who",
            type: "hypertextlabels",
            value: {
              start: "/p[1]",
              end: "/p[1]",
              globalOffsets: { start: 0, end: 1 },
              text: "A",
              hypertextlabels: ["X"],
            },
          },
        ]),
        task(2, [
          { from_name: "better", type: "pairwise", value: { selected: "right" } },
          { from_name: "why", type: "textarea", value: { text: ["three"] } },
          { from_name: "who", value: { start: 0, end: 1, text: "B", hypertextlabels: ["X"] } },
        ]),
      ]),
    );
    expect(roles.why).toMatchObject({ kind: "question", type: "text" });
    expect(roles.better).toMatchObject({ kind: "question", type: "label_selection" });
    expect(records).toHaveLength(1);
    expect(records[0]?.suggestions.map(({ value }) => value)).toEqual([
      "left",
      "one\ntwo",
      [{ start: 0, end: 1, label: "X" }],
    ]);
    expect(bad).toEqual([{ line: 2, fault: expect.stringContaining('marks "A", not its own text "B"') }]);
    expect(said(words)).toContain("several texts of one control are joined by line ends");
  });

  test("Label Studio: tasks with predictions alone", async () => {
    const predictions = (choice: string) => [
      { model_version: "v1", score: 0.5, result: [{ from_name: "mood", value: { choices: [choice] } }] },
    ];
    const { records, plan } = await understand(
      jsonl(["good", "bad"].map((one, id) => ({ data: { text: `Text ${id}` }, predictions: predictions(one) }))),
    );
    expect(plan.questions[0]).toMatchObject({ question: "mood", type: "label_selection", options: ["bad", "good"] });
    expect(records.map(({ suggestions }) => suggestions)).toEqual(
      ["good", "bad"].map((value) => [{ question: "mood", value, type: "model", agent: "v1", score: 0.5 }]),
    );
  });

  test("doccano: texts that were written become a text question", async () => {
    const rows = Array.from({ length: 25 }, (_, id) => ({
      ...{ id, text: `A text ${id}`, label: [`Un texte ${id}`, ...(id === 0 ? ["Autre"] : [])], Comments: [] },
    }));
    const { roles, records } = await understand(jsonl(rows));
    expect(roles.label).toMatchObject({ kind: "question", type: "text" });
    expect(labels(records).slice(0, 2)).toEqual(["Un texte 0\nAutre", "Un texte 1"]);
  });

  test("the 1.x client: a question of few rows is known by its suggestions, too", async () => {
    const nothing = { type: null, score: null, agent: null };
    const { roles } = await understand(
      jsonl([
        {
          ...{ text: "one", stars: [{ user_id: "u", value: 3, status: "submitted" }], "stars-suggestion": null },
          ...{ mood: [{ user_id: "u", value: "a", status: "submitted" }], "mood-suggestion": "a" },
          ...{ "stars-suggestion-metadata": nothing, "mood-suggestion-metadata": nothing },
        },
        { text: "two", stars: [], "stars-suggestion": 2, mood: [], "mood-suggestion": "b" },
      ]),
    );
    expect(roles.stars).toMatchObject({ kind: "question", type: "rating" });
    expect(roles.mood).toMatchObject({ kind: "question", type: "label_selection" });
  });

  test("the older family: inputs beside a text that is empty", async () => {
    const row = { text: null, prediction: null, prediction_agent: null, annotation_agent: "a", metadata: {} };
    const { records } = await understand(
      jsonl(["x", "y"].map((annotation) => ({ ...row, annotation, inputs: { text: `Text ${annotation}` } }))),
    );
    expect(texts(records)).toEqual(["Text x", "Text y"]);
  });

  test("conversations: what messages have besides is named", async () => {
    const message = { role: "user", content: "Hi" };
    const { words } = await understand(
      jsonl([
        { messages: [message, { ...message, weight: 0 }], label: "a" },
        { messages: [message], label: "b" },
      ]),
    );
    expect(said(words)).toContain('what messages have besides, such as "weight", is left out');
  });
});

describe("IMP-56 tokens in columns keep every token whole", () => {
  test("blanks that keep words together, and lines with a value too many", async () => {
    const { records, bad } = await understand(
      fileOf("1\u00A0000 O\nAnna B-PER\n\nBob B-PER\nRome x O\n\n\u3000 O\nLee B-PER\n", "conll"),
    );
    expect(texts(records, "tokens")).toEqual(["1\u00A0000 Anna", "\u3000 Lee"]);
    expect(bad).toEqual([{ line: 5, fault: "3 values, but most lines of the file have 2" }]);
  });
});
