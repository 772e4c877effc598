import { describe, expect, test } from "vitest";
import { growsTooFast } from "../../tests/support/growth.ts";
import { at, labels, texts } from "./cases.fixture.ts";
import { fileOf, jsonl, understand, understandTask } from "./import.fixture.ts";
import { LABEL_STUDIO } from "./shapes/label-studio.ts";

/** What each question was answered or suggested, by name. */
const suggested = (records: Awaited<ReturnType<typeof understand>>["records"]) =>
  records.map(({ suggestions }) => Object.fromEntries(suggestions.map(({ question, value }) => [question, value])));
const types = ({ plan }: Awaited<ReturnType<typeof understand>>) =>
  Object.fromEntries(plan.dataset.questions.map(({ name, settings }) => [name, settings.type]));
const span = (start: number, end: number, label: string) => ({ start, end, label });

describe("IMP-12 exports of other tools are recognized by their shape", () => {
  test("Label Studio's CSV: choices, regions in units of 16 bits; said, and undone", async () => {
    const read = await understand(at("ls-min.csv"));
    expect(read.bad).toEqual([]);
    expect(types(read)).toEqual({ sentiment: "multi_label_selection", label: "span" });
    expect(suggested(read.records)).toEqual([
      { sentiment: ["Positive"], label: [span(0, 10, "ASPECT")] },
      { sentiment: ["Negative", "Neutral"] },
    ]);
    expect(read.words.join("\n")).toContain(
      'read as Label Studio\'s CSV or JSON-MIN: its rows have "annotation_id" and "lead_time"',
    );
    const plain = await understand(at("ls-min.csv"), "--shape", "plain", "--field", "text", "--label", "id");
    expect(Object.keys(plain.roles)).toContain("lead_time");
  });

  const task = (id: number, text: string, annotations: readonly unknown[], more = {}) => ({
    ...{ id, data: { text, source: "web" }, annotations, predictions: [], total_annotations: annotations.length },
    ...more,
  });
  const choice = (name: string) => ({ from_name: "mood", to_name: "t", type: "choices", value: { choices: [name] } });
  const region = (start: number, end: number, label: string) => ({
    ...{ from_name: "ner", to_name: "t", type: "labels", value: { start, end, labels: [label] } },
  });

  test("Label Studio's JSON: one annotation is suggested, predictions have their model and score", async () => {
    const model = { model_version: "v1 (b)", score: 0.5, result: [choice("bad")] };
    const rows = [
      task(1, "💩 in Rome", [{ completed_by: 3, result: [choice("good"), region(6, 10, "LOC")] }]),
      task(2, "Nothing", [{ completed_by: 3, was_cancelled: true, result: [] }], { predictions: [model] }),
      task(3, "Bad", [{ completed_by: 3, result: [choice("bad")] }]),
    ];
    const read = await understand(fileOf(JSON.stringify(rows), "json"));
    expect(read.bad).toEqual([]);
    expect(types(read)).toEqual({ mood: "label_selection", ner: "span" });
    expect(texts(read.records)).toEqual(["💩 in Rome", "Nothing", "Bad"]);
    expect(read.records.map(({ external_id }) => external_id)).toEqual(["1", "2", "3"]);
    expect(suggested(read.records)[0]).toEqual({ ner: [span(5, 9, "LOC")] });
    expect(read.records[1]?.suggestions).toMatchObject([{ value: "bad", agent: "v1 _b_", score: 0.5 }]);
  });

  test("Label Studio's JSON: several people's annotations are answers of each, and their names are asked", async () => {
    const rows = [
      task(1, "One", [
        { completed_by: { email: "ana@x" }, result: [choice("good")] },
        { completed_by: { email: "bo@x" }, result: [choice("bad")] },
      ]),
      task(2, "Two", [{ completed_by: { email: "bo@x" }, result: [choice("bad")] }]),
    ];
    const file = fileOf(JSON.stringify(rows), "json");
    const { plan, records } = await understand(file, "--person", "ana@x=ana", "--person", "bo@x=");
    expect([...plan.names]).toEqual([
      ["ana@x", 1],
      ["bo@x", 2],
    ]);
    expect(records.map(({ responses }) => responses)).toEqual([
      [{ user: "ana", status: "submitted", values: { mood: { value: "good" } } }],
      undefined,
    ]);
    expect(records.map(({ metadata }) => metadata)).toEqual([{ source: "web" }, { source: "web" }]);
  });

  const byEach = (...results: readonly (readonly unknown[])[]) =>
    results.map((result, at) => ({ completed_by: { email: ["ana", "bo", "cy"][at] }, was_cancelled: false, result }));

  test("IMP-120 Label Studio's JSON: who submits without a region says that there is none", async () => {
    const rows = [
      task(1, "In Rome", byEach([region(3, 7, "LOC")], [], [])),
      task(2, "Nowhere", byEach([], [])),
      task(3, "At home", [{ completed_by: { email: "ana" }, was_cancelled: true, result: [] }]),
    ];
    const read = await understand(fileOf(JSON.stringify(rows), "json"));
    expect(read.bad).toEqual([]);
    const of = (user: string, ...value: readonly unknown[]) => ({
      user,
      status: "submitted",
      values: { ner: { value } },
    });
    expect(read.records.map(({ responses }) => responses)).toEqual([
      [of("ana", span(3, 7, "LOC")), of("bo"), of("cy")],
      [of("ana"), of("bo")],
      undefined,
    ]);
    expect(read.words.join("\n")).toMatch(/annotations that mark nothing, .*: 4$/m);
  });

  test("IMP-17 Label Studio's JSON-MIN: the rows of a task are one record, with the answers of each", async () => {
    const row = (id: number, annotator: number, mood: string) => ({
      ...{ text: `Text ${id}`, id, mood, annotator, annotation_id: 10 * id + annotator, lead_time: 1 },
    });
    const rows = [row(1, 1, "good"), row(1, 2, "bad"), row(2, 1, "good"), row(2, 2, "good")];
    const file = fileOf(JSON.stringify(rows), "json");
    const { records, bad, merged, words } = await understand(file, "--person", "1=ana", "--person", "2=bo");
    expect([bad, merged]).toEqual([[], 2]);
    expect(records.map(({ responses }) => responses?.map(({ user, values }) => [user, values?.mood?.value]))).toEqual([
      [
        ["ana", "good"],
        ["bo", "bad"],
      ],
      [
        ["ana", "good"],
        ["bo", "good"],
      ],
    ]);
    expect(words.join("\n")).toContain('rows with the same "id" are one record');
    const marked = (annotator: number, ner: object) => ({
      ...{ text: "In Rome", id: 1, ...ner, annotator, annotation_id: annotator, lead_time: 1 },
    });
    const both = [marked(1, { ner: [{ start: 3, end: 7, text: "Rome", labels: ["LOC"] }] }), marked(2, {})];
    const spans = await understand(fileOf(JSON.stringify(both), "json"), "--person", "1=ana", "--person", "2=bo");
    expect(spans.records[0]?.responses?.map(({ user, values }) => [user, values?.ner?.value])).toEqual([
      ["ana", [span(3, 7, "LOC")]],
      ["bo", []],
    ]);
    const once = await understand(fileOf(JSON.stringify([row(1, 1, "good"), row(2, 1, "bad")]), "json"));
    expect(suggested(once.records)).toEqual([{ mood: "good" }, { mood: "bad" }]);
  });

  test("IMP-120 Label Studio's JSON: where only a model marked, people who did not are asked for too", async () => {
    const predictions = [{ model_version: "m", result: [region(3, 7, "LOC")] }];
    const rows = [task(1, "In Rome", byEach([], []), { predictions }), task(2, "Nowhere", byEach([], []))];
    const { records } = await understand(fileOf(JSON.stringify(rows), "json"));
    expect(records.map(({ responses = [] }) => responses.map(({ values }) => values))).toEqual(
      Array.from({ length: 2 }, () => Array.from({ length: 2 }, () => ({ ner: { value: [] } }))),
    );
    expect(suggested(records)[0]).toEqual({ ner: [span(3, 7, "LOC")] });
  });

  test("IMP-120 Label Studio's JSON: an empty annotation that no question takes, and a place that is lost, are counted", async () => {
    const rows = [task(1, "One", byEach([choice("good")], [])), task(2, "Two", byEach([choice("bad")], []))];
    const read = await understand(fileOf(JSON.stringify(rows), "json"));
    expect(read.records.map(({ responses }) => responses?.map(({ user }) => user))).toEqual([["ana"], ["ana"]]);
    expect(read.words.join("\n")).toMatch(/annotations left out, as they are empty .*: 2$/m);
    const placed = { from_name: "mood", type: "choices", value: { start: 0, end: 2, choices: ["good"] } };
    const regions = [task(1, "One", byEach([region(0, 2, "A"), placed])), task(2, "Two", byEach([choice("bad")]))];
    const { words, records } = await understand(fileOf(JSON.stringify(regions), "json"));
    expect(words.join("\n")).toMatch(/values of regions become values of the whole record, .*: 1$/m);
    expect(
      records.map(({ metadata }) => Object.entries(metadata ?? {}).filter(([name]) => name.endsWith(".regions"))),
    ).toEqual([[[`${placed.from_name}.regions`, [placed.value]]], []]);
  });

  test("Label Studio's JSON: data with the name of a control or of the annotator is kept, and so are two values of one", () => {
    const said = (text: string) => ({ from_name: "answer", type: "textarea", value: { text: [text] } });
    const rows = [
      task(1, "One", [{ completed_by: 3, result: [said("a"), said("b")] }], {
        data: { answer: "right", annotator: "x" },
      }),
      task(2, "Two", [], { data: { answer: "wrong" } }),
    ];
    const turn = LABEL_STUDIO.turn(rows, false);
    expect(rows.map((row) => turn(row).row)).toEqual([
      { id: 1, "data.answer": "right", "data.annotator": "x", answer: ["a", "b"], annotator: "3" },
      { id: 2, "data.answer": "wrong" },
    ]);
  });

  test("Label Studio's JSON: many regions of one control cost in proportion to their number", () => {
    const work = (size: number) => {
      const row = task(1, "One", [{ completed_by: 3, result: Array.from({ length: size }, () => region(0, 1, "A")) }]);
      const turn = LABEL_STUDIO.turn([], false);
      return () => expect(turn(row).row.ner).toHaveLength(size);
    };
    expect(growsTooFast(3000, work)).toBeNull();
  });

  test("Prodigy: choices by their texts, members of meta, tokens beside a text", async () => {
    const row = (text: string, accept: readonly string[], answer: string) => ({
      ...{ text, accept, answer, _input_hash: 1, _task_hash: 2, meta: { source: text.slice(0, 1) } },
      options: [
        { id: "1", text: "one" },
        { id: "2", text: "two" },
      ],
    });
    const read = await understand(
      jsonl([row("a a", ["1"], "accept"), row("b b", ["2"], "accept"), row("a c", ["2"], "reject")]),
    );
    expect(types(read)).toEqual({ label: "label_selection" });
    expect(labels(read.records)).toEqual(["one", "two", null]);
    expect(Object.keys(read.roles)).toEqual(["text", "answer", "label", "meta.source"]);
    const spans = {
      text: "Anna sings",
      tokens: [{ text: "Anna", start: 0, end: 4, id: 0 }],
      spans: [{ start: 0, end: 4, label: "PER", token_start: 0 }],
      answer: "accept",
    };
    expect(suggested((await understand(jsonl([spans]))).records)).toEqual([{ spans: [span(0, 4, "PER")] }]);
  });

  test("IMP-12 Prodigy: a row that was not accepted keeps each of its labels; an accepted one without spans is an answer", async () => {
    const row = (text: string, accept: string, spans: readonly unknown[], answer: string) => ({
      ...{ text, accept: [accept], spans, answer, _annotator_id: "mara", options: [{ id: "a" }, { id: "b" }] },
    });
    const file = jsonl([
      row("In Rome", "a", [span(3, 7, "LOC")], "accept"),
      row("Nowhere", "b", [], "accept"),
      row("At home", "a", [span(3, 7, "LOC")], "reject"),
      row("At sea", "b", [span(3, 6, "LOC")], "ignore"),
    ]);
    const { records, words } = await understand(file);
    expect(records[2]?.metadata).toMatchObject({ "rejected.label": ["a"], "rejected.spans": [span(3, 7, "LOC")] });
    expect(records[3]?.metadata).toMatchObject({ "discarded.label": ["b"], "discarded.spans": [span(3, 6, "LOC")] });
    expect(words.join("\n")).toContain("nobody's answer says so, as nobody is named");
    const flags = [
      "--field",
      "text",
      "--span",
      "spans",
      "--answer",
      "spans",
      "--by",
      "_annotator_id",
      "--ignore",
      "label",
    ];
    const said = await understand(file, ...flags);
    expect(
      said.records.map(({ responses }) => responses?.map(({ status, values }) => [status, values?.spans?.value])),
    ).toEqual([
      [["submitted", [span(3, 7, "LOC")]]],
      [["submitted", []]],
      undefined,
      [["discarded", [span(3, 6, "LOC")]]],
    ]);
    expect(said.words.join("\n")).not.toContain("nobody is named");
  });

  test("spaCy: categories by their score, and entities of a document", async () => {
    const one = await understand(
      jsonl([
        { text: "a b", cats: { pos: 1, neg: 0 } },
        { text: "c d", cats: { pos: 0.2, neg: 0.9 } },
        { text: "e f", cats: {} },
      ]),
    );
    expect([types(one), labels(one.records)]).toEqual([{ label: "label_selection" }, ["pos", "neg", null]]);
    const many = await understand(
      jsonl([
        { text: "a b", cats: { pos: true, odd: true, neg: false } },
        { text: "c d", cats: { neg: true } },
      ]),
    );
    expect([types(many), labels(many.records)]).toEqual([
      { label: "multi_label_selection" },
      [["pos", "odd"], ["neg"]],
    ]);
    const doc = { text: "Rome", ents: [{ start: 0, end: 4, label: "LOC" }], tokens: [{ id: 0 }], sents: [] };
    expect(suggested((await understand(jsonl([doc]))).records)).toEqual([{ spans: [span(0, 4, "LOC")] }]);
  });

  test("doccano: labels joined by #, lists, entities with relations", async () => {
    const table = await understand(at("doccano-hash.csv"));
    expect(labels(table.records)).toEqual([["sport", "news"], ["news"], ["sport"]]);
    const lists = await understand(at("doccano-cls.jsonl"));
    expect(labels(lists.records)).toEqual([["pos"], ["pos", "neg"], null]);
    const sharp = (text: string, label: string) => ({ id: text, text, label, Comments: [] });
    const single = await understand(jsonl([sharp("a b", "C#"), sharp("c d", "F#"), sharp("e f", "C#")]));
    expect(single.words.join("\n")).toContain("read as an export of doccano");
    expect(labels(single.records)).toEqual(["C#", "F#", "C#"]);
    const entities = [{ id: 1, label: "PER", start_offset: 0, end_offset: 3 }];
    const rows = [{ id: 1, text: "Ana sings", entities, relations: [], Comments: [] }];
    const read = await understand(fileOf(JSON.stringify(rows), "json"));
    expect(suggested(read.records)).toEqual([{ entities: [span(0, 3, "PER")] }]);
    expect(Object.keys(read.roles)).toEqual(["id", "text", "entities"]);
  });

  test("IMP-103 doccano's oldest export: labels by number become labels, which is told, and spans too", async () => {
    const by = (user: number, label: number, more: object = {}) => ({ label, user, ...more });
    const rows = [
      { id: 1, text: "Ana sings", annotations: [by(1, 2), by(2, 2), by(2, 3)], meta: {} },
      { id: 2, text: "Bo does not", annotations: [], meta: {} },
      { id: 3, text: "Cy may", annotations: [by(1, 3)], meta: {} },
    ];
    const read = await understand(jsonl(rows));
    expect(labels(read.records)).toEqual([["2", "3"], null, ["3"]]);
    expect(read.words.join("\n")).toContain("labels are numbers here: their names stand in doccano's label file");
    expect(read.bad).toEqual([]);
    const placed = [
      { text: "Ana sings", annotations: [by(1, 4, { start_offset: 0, end_offset: 3 })] },
      { text: "Nobody", annotations: [] },
    ];
    expect(suggested((await understand(jsonl(placed))).records)[0]).toEqual({ entities: [span(0, 3, "4")] });
    const short = [{ id: 1, text: "Ana sings", labels: [[0, 3, 4]] }];
    expect(suggested((await understand(jsonl(short))).records)).toEqual([{ labels: [span(0, 3, "4")] }]);
    const written = [
      { id: 1, text: "Hallo", annotations: [{ text: "Hello to all of you, wherever you are today", user: 1 }] },
    ];
    expect((await understand(jsonl(written))).roles).toMatchObject({ label: { kind: "question", type: "text" } });
  });

  const answers = (...given: readonly (readonly [string, unknown, string?])[]) =>
    given.map(([user_id, value, status = "submitted"]) => ({ user_id, value, status }));
  const expected = [
    [
      { user: "ana", status: "submitted", values: { mood: { value: "good" } } },
      { user: "bo", status: "draft", values: { mood: { value: "bad" } } },
    ],
    [{ user: "bo", status: "discarded", values: { mood: { value: "bad" } } }],
    undefined,
  ];

  test("a feedback dataset of the 1.x client: answers are their people's", async () => {
    const row = (text: string, mood: unknown, suggestion: string | null) => ({
      ...{ text, mood, "mood-suggestion": suggestion, external_id: text, metadata: '{"source": "web"}' },
      "mood-suggestion-metadata": { type: "model", score: 0.5, agent: "m" },
    });
    const read = await understand(
      jsonl([
        row("One", answers(["ana", "good"], ["bo", "bad", "draft"]), "good"),
        row("Two", { user_id: ["bo"], value: ["bad"], status: ["discarded"] }, null),
        row("Three", [], "bad"),
      ]),
    );
    expect(read.bad).toEqual([]);
    expect(read.records.map(({ responses }) => responses)).toEqual(expected);
    expect(read.records[0]).toMatchObject({
      external_id: "One",
      metadata: { source: "web" },
      suggestions: [{ question: "mood", value: "good", agent: "m", score: 0.5 }],
    });
  });

  test("records of the 2.x client, flat and nested", async () => {
    const flat = (text: string, users: readonly string[], values: readonly string[], status: readonly string[]) => ({
      ...{ id: text, status: "pending", _server_id: "s", text, "mood.responses": values },
      ...{ "mood.responses.users": users, "mood.responses.status": status },
      ...{ "mood.suggestion": "good", "mood.suggestion.agent": "m", "mood.suggestion.score": 0.5 },
    });
    const read = await understand(
      jsonl([
        flat("One", ["ana", "bo"], ["good", "bad"], ["submitted", "draft"]),
        flat("Two", ["bo"], ["bad"], ["discarded"]),
        flat("Three", [], [], []),
      ]),
    );
    expect(read.records.map(({ responses }) => responses)).toEqual(expected);
    const nested = (text: string, mood: unknown) => ({
      ...{ id: text, fields: { text }, metadata: { source: "web" }, vectors: {}, responses: { mood } },
      suggestions: { mood: { value: "good", agent: "m", score: 0.5 } },
    });
    const other = await understand(
      jsonl([
        nested("One", answers(["ana", "good"], ["bo", "bad", "draft"])),
        nested("Two", answers(["bo", "bad", "discarded"])),
        nested("Three", []),
      ]),
    );
    expect(other.records.map(({ responses }) => responses)).toEqual(expected);
    expect(other.records[0]?.suggestions).toMatchObject([{ value: "good", agent: "m", score: 0.5 }]);
  });

  test("records of the older family: inputs and metadata as columns, entities as spans", async () => {
    const row = (text: string, annotation: unknown) => ({
      ...{ inputs: { text }, prediction: null, prediction_agent: null, annotation, annotation_agent: "ana" },
      ...{ id: text, metadata: { source: "web" }, status: "Validated", metrics: { n: 1 }, search_keywords: null },
    });
    const read = await understand(jsonl([row("Rome fell", [["LOC", 0, 4]]), row("Nothing", [])]));
    expect(suggested(read.records)).toEqual([{ annotation: [span(0, 4, "LOC")] }, {}]);
    expect(Object.keys(read.roles)).not.toContain("metrics");
  });

  test("what the clients write: a second answer of one person, or of nobody, refuses the row", async () => {
    const row = (text: string, mood: unknown) => ({ text, mood, "mood-suggestion": null, external_id: text });
    const nobody = (value: string) => ({ user_id: null, value, status: "submitted" });
    const read = await understand(
      jsonl([
        row("One", answers(["ana", "good"], ["bo", "bad"])),
        row("Two", answers(["ana", "good"], ["ana", "bad"])),
        row("Three", [nobody("good"), nobody("bad"), nobody("good")]),
      ]),
    );
    expect(read.records.map(({ external_id }) => external_id)).toEqual(["One"]);
    expect(read.bad[0]?.fault).toContain('second answer of "ana"');
    expect(read.bad[1]?.fault).toContain("names nobody");
  });

  test("what the clients write: a member never takes the place of a field, a question or another member", async () => {
    const nested = (text: string, mood: string, metadata: object) => ({
      ...{ id: text, fields: { text }, metadata, vectors: { text: [1, 2], own: [1, 0] } },
      ...{ suggestions: { mood: { value: mood, agent: "m", score: 0.5 } }, responses: {} },
    });
    const read = await understand(
      jsonl([
        nested("One here", "good", { source: "web" }),
        nested("Two here", "bad", { text: "source0", mood: "metadata1", user: "u" }),
      ]),
    );
    expect(texts(read.records)).toEqual(["One here", "Two here"]);
    expect(suggested(read.records)).toEqual([{ mood: "good" }, { mood: "bad" }]);
    expect(Object.keys(read.roles)).toEqual(
      expect.arrayContaining(["text", "vectors.text", "own", "source", "metadata.text", "metadata.mood"]),
    );
    const old = (text: string, metadata: object) => ({
      ...{ text, mood: [], "mood-suggestion": "good", "mood-suggestion-metadata": {}, metadata },
      vectors: { source: [1, 2] },
    });
    const feedback = await understand(
      jsonl([old("One here", {}), old("Two here", { source: "s", "mood.suggestion": "x" })]),
    );
    expect(suggested(feedback.records)).toEqual([{ mood: "good" }, { mood: "good" }]);
    expect(Object.keys(feedback.roles)).toEqual(expect.arrayContaining(["source", "vectors.source"]));
    const task = (text: string, metadata: object) => ({
      ...{
        inputs: { text },
        prediction: null,
        prediction_agent: null,
        annotation: [["LOC", 0, 4]],
        annotation_agent: "ana",
        metadata,
      },
    });
    const tasks = await understand(jsonl([task("Rome fell", {}), task("Here is", { text: "source0" })]));
    expect(texts(tasks.records)).toEqual(["Rome fell", "Here is"]);
  });

  test("a member that is nested too deeply refuses its row, and no other", async () => {
    const deep = (depth: number, number: string) => `${"[".repeat(depth)}${number}${"]".repeat(depth)}`;
    const line = (id: number, meta: string) =>
      `{"id":${id},"data":{"text":"Text ${id}"},"meta":{"deep":${meta}},"annotations":[{"result":[{"from_name":"mood","value":{"choices":["${id === 1 ? "good" : "bad"}"]}}]}]}`;
    const read = await understand(
      fileOf([line(1, "1.0"), line(2, deep(3000, "1")), line(3, "2"), line(4, deep(1500, "1.0"))].join("\n"), "jsonl"),
    );
    expect(texts(read.records)).toEqual(["Text 1", "Text 3"]);
    expect(read.bad.map(({ line }) => line)).toEqual([2, 4]);
    for (const { fault } of read.bad) expect(fault).toContain("100 deep");
  });

  test("IMP-12 what Prodigy and doccano call labels are the labels of a text classification dataset too", async () => {
    const row = (text: string, accept: readonly string[], answer: string) => ({
      ...{ text, accept, answer, _input_hash: 1, options: [{ id: "a", text: "A" }, { id: "b" }] },
    });
    const rows = [row("one", ["a"], "accept"), row("two", ["b"], "reject"), row("three", [], "accept")];
    const prodigy = await understandTask(jsonl(rows), "TextClassification");
    expect(prodigy.bad).toEqual([]);
    expect(prodigy.records.map(({ annotation, status, multi_label }) => [annotation, status, multi_label])).toEqual([
      [{ agent: "import", labels: [{ class: "A" }] }, "Validated", false],
      [undefined, "Default", false],
      [undefined, "Default", false],
    ]);
    expect(prodigy.records[1]?.metadata).toMatchObject({ rejected: ["b"] });
    const several = await understandTask(jsonl([row("one", ["a", "b"], "accept")]), "TextClassification");
    expect(several.records[0]).toMatchObject({ multi_label: true });
    const doccano = await understandTask(at("doccano-hash.csv"), "TextClassification");
    expect(doccano.records[0]).toMatchObject({ annotation: { labels: [{ class: "sport" }, { class: "news" }] } });
    const plain = await understandTask(at("doccano-hash.csv"), "TextClassification", "--shape", "plain");
    expect(plain.records[0]).toMatchObject({ annotation: { labels: [{ class: "sport#news" }] } });
    const odd = understandTask(at("doccano-hash.csv"), "Text2Text", "--shape", "doccano");
    await expect(odd).rejects.toThrow(
      "--shape doccano is about feedback datasets; it does not go with --task Text2Text.",
    );
  });

  test("other files stay as they are", async () => {
    const read = await understand(
      jsonl([
        { text: "a b", answer: "accept it", label: "x" },
        { text: "c", label: "y" },
      ]),
    );
    expect(read.words.join("\n")).not.toContain("read as");
    await expect(understand(at("zh.csv"), "--shape", "odd")).rejects.toThrow("--shape odd: there are plain,");
  });
});

describe("IMP-13 tokens in columns become spans of a text", () => {
  const conll = "-DOCSTART- -X- O O\n\nRome NNP I-NP B-LOC\nfell VBD B-VP O\n\nAna NNP B-NP B-PER\n";
  test("CoNLL 2003: the entities, not the phrases", async () => {
    const { records, words } = await understand(fileOf(conll, "conll"));
    expect(texts(records, "tokens")).toEqual(["Rome fell", "Ana"]);
    expect(labels(records)).toEqual([[span(0, 4, "LOC")], [span(0, 3, "PER")]]);
    expect(words.join("\n")).toContain("tokens in column 1, tags in column 4");
    expect(words.join("\n")).toContain("left out: 1 line begins a document (-DOCSTART-)");
    const phrases = await understand(fileOf(conll, "conll"), "--tag-column", "3");
    expect(labels(phrases.records)[0]).toEqual([span(0, 4, "NP"), span(5, 9, "VP")]);
  });

  test.each([
    ["GermEval", "#\thttp://x.de [2009]\n1\tRom\tB-LOC\tO\n2\tfiel\tO\tO\n\n#\thttp://y.de\n1\tAna\tB-PER\tO\n"],
    ["HIPE", "TOKEN\tNE-COARSE-LIT\tMISC\n# language = de\nRom\tB-LOC\t_\nfiel\tO\t_\n\nAna\tB-PER\t_\n"],
  ])("%s is recognized in a table, and read as a table where that is said", async (_, text) => {
    const { records, words } = await understand(fileOf(text, "tsv"));
    expect(texts(records, "tokens")).toEqual(["Rom fiel", "Ana"]);
    expect(labels(records)).toEqual([[span(0, 3, "LOC")], [span(0, 3, "PER")]]);
    expect(words.join("\n")).toContain("read as tokens in columns, although its name says a table");
    const plain = await understand(fileOf(text, "tsv"), "--shape", "plain", "--header", "--text", "note").catch(String);
    expect(JSON.stringify(plain)).not.toContain("tokens in columns");
  });

  test("options are counted as their spans are stored: an I that continues nothing begins one", async () => {
    const { plan } = await understand(fileOf("Rome B-LOC\nAna I-PER\nLind I-PER\n\nBo I-PER\n", "conll"));
    expect([...(plan.questions[0]?.counts ?? [])]).toEqual([
      ["LOC", 1],
      ["PER", 2],
    ]);
  });

  test("a table with empty lines is none", async () => {
    const { words } = await understand(fileOf("text\tlabel\na b\tx\n\nc d\ty\n", "tsv"));
    expect(words.join("\n")).not.toContain("tokens");
  });
});
