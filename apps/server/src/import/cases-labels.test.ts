import { describe, expect, test } from "vitest";
import { at, labels, texts } from "./cases.fixture.ts";
import { fileOf, understand, understandTask } from "./import.fixture.ts";

describe("API-37 TST-14 a column that turns the meaning of another", () => {
  test("prodigy-bin.jsonl: accepted, rejected, ignored", async () => {
    const { records, words } = await understand(at("prodigy-bin.jsonl"));
    expect(labels(records)).toEqual(["pos", null, null, "neg"]);
    expect(records.map(({ metadata }) => metadata)).toEqual([
      { answer: "accept" },
      { rejected: "pos", answer: "reject" },
      { discarded: "neg", answer: "ignore" },
      { answer: "accept" },
    ]);
    expect(words.join("\n")).toContain('answer "reject": 1 row, whose labels are no answer');
    const task = await understandTask(at("prodigy-bin.jsonl"), "TextClassification");
    expect(task.records.map(({ status, annotation }) => [status, annotation !== undefined])).toEqual([
      ["Validated", true],
      ["Default", false],
      ["Discarded", false],
      ["Validated", true],
    ]);
    expect(task.records[1]?.metadata).toEqual({ answer: "reject", rejected: "pos" });
  });

  test("prodigy-ner.jsonl: spans are entities, a rejected record has none", async () => {
    const { records, bad } = await understandTask(at("prodigy-ner.jsonl"), "TokenClassification");
    expect(bad).toEqual([]);
    expect(records).toMatchObject([
      { status: "Validated", annotation: { entities: [{ label: "PER", start: 0, end: 4 }] } },
      { status: "Default", text: "Bob" },
    ]);
    expect(records[1]?.annotation).toBeUndefined();
    const feedback = await understand(at("prodigy-ner.jsonl"));
    expect(feedback.records.map(({ suggestions }) => suggestions.map(({ value }) => value))).toEqual([
      [[{ start: 0, end: 4, label: "PER" }]],
      [],
    ]);
  });

  test("Prodigy's own tokens, with their places", async () => {
    const line = {
      text: "Anna sings",
      tokens: [
        { text: "Anna", start: 0, end: 4, id: 0 },
        { text: "sings", start: 5, end: 10, id: 1 },
      ],
      spans: [{ start: 0, end: 4, label: "PER" }],
    };
    const { records } = await understandTask(fileOf(JSON.stringify(line), "jsonl"), "TokenClassification");
    expect(records).toMatchObject([{ tokens: ["Anna", "sings"], annotation: { entities: [{ label: "PER" }] } }]);
  });

  test("other words for it are named by options; an answer that is a text is none of these", async () => {
    const file = fileOf("text,label,ok\na b,x,yes\nc d,y,no\ne f,x,skip\n", "csv");
    const { records } = await understand(file, "--rejected", "ok=no", "--discarded", "ok=skip", "--label", "label=x,y");
    expect(labels(records)).toEqual(["x", null, null]);
    const qa = fileOf("question,answer,label\nwho am I,accept,x\nwhat is it,a thing,y\n", "csv");
    expect(labels((await understand(qa)).records)).toEqual(["x", "y"]);
  });
});

describe("API-37 TST-14 labels", () => {
  test("doccano-hash.csv: the options are listed, and a separator can be named", async () => {
    const { words } = await understand(at("doccano-hash.csv"), "--shape", "plain");
    expect(words.join("\n")).toContain('options of "label": "news" 1, "sport" 1, "sport#news" 1');
    expect(words.join("\n")).toContain('--label-separator "#"');
    const apart = await understand(at("doccano-hash.csv"), "--label-separator", "#");
    expect(labels(apart.records)).toEqual([["sport", "news"], ["news"], ["sport"]]);
    const task = await understandTask(at("doccano-hash.csv"), "TextClassification", "--label-separator", "#");
    expect(task.records[0]).toMatchObject({
      multi_label: true,
      annotation: { labels: [{ class: "sport" }, { class: "news" }] },
    });
    const other = fileOf("text,kinds\na b,x; y\nc d,y\n", "csv");
    const named = await understand(other, "--label-separator", ";", "--multi-label", "kinds");
    expect(labels(named.records)).toEqual([["x", "y"], ["y"]]);
  });

  test("doccano-cls.jsonl: an empty list is no annotation, unless the row says that it is validated", async () => {
    const { records } = await understand(at("doccano-cls.jsonl"));
    expect(labels(records)).toEqual([["pos"], ["pos", "neg"], null]);
    const task = await understandTask(at("doccano-cls.jsonl"), "TextClassification");
    expect(task.records[2]).toEqual({
      id: 3,
      inputs: { text: "not yet labeled" },
      multi_label: true,
      status: "Default",
    });
    const said = fileOf('{"text":"a","labels":[],"status":"Validated"}\n{"text":"b","labels":["x"]}', "jsonl");
    expect((await understandTask(said, "TextClassification")).records[0]).toMatchObject({
      status: "Validated",
      annotation: { labels: [] },
    });
    const none = fileOf('{"text":"a","target":[]}\n{"text":"b","annotation":[]}', "jsonl");
    expect((await understandTask(none, "Text2Text")).records.map(({ status }) => status)).toEqual([
      "Default",
      "Default",
    ]);
  });

  test("wslabels.csv: what looks alike is asked about, and nothing is merged without a word", async () => {
    const { plan, words } = await understand(at("wslabels.csv"));
    expect(words.join("\n")).toContain('options of "label": " spam" 1, "ham" 1');
    expect(plan.asked).toEqual([expect.stringContaining("labels that look alike")]);
    expect((await understandTask(at("wslabels.csv"), "TextClassification")).doubts).toHaveLength(1);
    const trimmed = await understand(at("wslabels.csv"), "--trim", "--as-written");
    expect(labels(trimmed.records)).toEqual(["spam", "spam", "Spam", "spam", "ham"]);
    expect(trimmed.plan.asked).toEqual([]);
  });

  test.each([
    [
      "a sign without a width",
      "Spam,Spam\u200b",
      String.raw`"Spam" (1), "Spam\u{200b}" (1). Make them one in the file.`,
    ],
    ["a soft hyphen", "x,x\u00ad", String.raw`"x" (1), "x\u{ad}" (1). Make them one in the file.`],
    [
      "an accent of its own",
      "caf\u00e9,cafe\u0301",
      String.raw`"café" (1), "cafe\u{301}" (1). Make them one in the file.`,
    ],
    ["capitals", "Good,good", '"good" (1), "Good" (1). Make them one in the file.'],
    ["a blank that does not break", "a b,a\u00a0b", String.raw`"a b" (1), "a\u{a0}b" (1). Make them one in the file.`],
    ["a blank after it", "a,a ", '"a" (1), "a " (1). --trim takes the blanks around them away.'],
  ])("IMP-42 labels that differ by %s are asked about, with the way that helps", async (_, pair, says) => {
    const rows = pair.split(",").map((label, at) => JSON.stringify({ text: `t${at}`, label }));
    const { plan } = await understand(fileOf(rows.join("\n"), "jsonl"));
    expect(plan.asked).toEqual([`Column "label" has labels that look alike: ${says}`]);
  });

  test("missing.csv: what looks like no value is asked about, and can be named", async () => {
    const { plan } = await understand(at("missing.csv"));
    expect(plan.asked).toEqual([expect.stringContaining('"nan" (1), "None" (1), "NULL" (1)')]);
    const none = await understand(at("missing.csv"), "--missing", "nan,NULL,None,N/A");
    expect([none.plan.asked, labels(none.records)]).toEqual([[], [null, "a", null, "b", null, null]]);
    const all = await understand(at("missing.csv"), "--missing", "");
    expect([all.plan.asked, labels(all.records)[0]]).toEqual([[], "nan"]);
    const task = await understandTask(at("missing.csv"), "TextClassification", "--missing", "nan,NULL,None,N/A");
    expect(task.records.map(({ status }) => status)).toEqual([
      "Default",
      "Validated",
      "Default",
      "Validated",
      "Default",
      "Default",
    ]);
  });

  test("whole numbers are called by names that are given", async () => {
    const file = fileOf("text,label\na b,0\nc d,1\ne f,0\n", "csv");
    const { plan, records, words } = await understand(file, "--label", "label=0:negative,1:positive");
    expect(labels(records)).toEqual(["0", "1", "0"]);
    expect(plan.dataset.questions[0]?.settings).toMatchObject({
      options: [
        { value: "0", text: "negative" },
        { value: "1", text: "positive" },
      ],
    });
    expect(words.join("\n")).toContain('"0" shown as "negative" 2');
    const times = fileOf('{"text":"a b","at":"10:30"}\n{"text":"c d","at":"11:00"}', "jsonl");
    expect(labels((await understand(times, "--label", "at=10:30,11:00")).records)).toEqual(["10:30", "11:00"]);
  });
});

describe("API-37 names and cells that other things take for something else", () => {
  test("proto.csv, proto.jsonl: names that every object has", async () => {
    for (const name of ["proto.csv", "proto.jsonl"]) {
      const { records, plan } = await understand(at(name));
      expect(plan.dataset.metadata.map((one) => one.name)).toEqual(
        expect.arrayContaining(["__proto__", "constructor"]),
      );
      expect(Object.entries(records[0]?.metadata ?? {})).toEqual(
        expect.arrayContaining([
          ["__proto__", name === "proto.csv" ? "p1" : "kept?"],
          ["constructor", "c1"],
        ]),
      );
      const task = await understandTask(at(name), "TextClassification");
      expect(JSON.stringify(task.records[0]?.metadata)).toContain('"__proto__":');
    }
    const absent = fileOf('{"text":"a b","label":"x","constructor":"c"}\n{"text":"c d","label":"y"}', "jsonl");
    expect((await understand(absent)).records[1]?.metadata).toBeNull();
  });

  test("zh.csv: titles as in the file, names in Latin letters, said, and chosen", async () => {
    const { plan, words } = await understand(at("zh.csv"), "--label", "标签");
    expect(plan.dataset.fields).toMatchObject([{ name: "wenben", title: "文本" }]);
    expect(plan.dataset.questions).toMatchObject([{ name: "biaoqian", title: "标签" }]);
    expect(words.join("\n")).toContain('field "wenben"');
    const flags = ["--label", "标签", "--name", "文本=text", "--name", "标签=label"];
    const named = await understand(at("zh.csv"), ...flags);
    expect(texts(named.records)).toEqual(["你好", "再见", "还有"]);
    expect(labels(named.records)).toEqual(["是", "否", "是"]);
    const accents = await understand(fileOf("Größe der Wörter,label\na b,x\nc d,y\n", "csv"));
    expect(accents.plan.dataset.fields[0]?.name).toBe("grosse_der_worter");
  });

  test("formula.csv: texts as they stand there", async () => {
    const { records } = await understand(at("formula.csv"));
    expect(texts(records)).toEqual(["@anna hi", "-1 to that", "=> see, here", "+1"]);
  });

  test("ls-min.csv of other tools is refused as a task dataset; spreadsheets of other kinds are refused", async () => {
    await expect(understandTask(at("ls-min.csv"), "TextClassification")).rejects.toThrow("Label Studio's CSV");
    const spans = '{"id":1,"text":"Ana sings","label":[[0,3,"PER"]]}';
    expect((await understand(fileOf(spans, "jsonl"))).records[0]?.suggestions[0]?.value).toEqual([
      { start: 0, end: 3, label: "PER" },
    ]);
    const chat =
      '{"messages":[{"role":"user","content":"Hi"}],"label":"a"}\n{"messages":[{"role":"user","content":"Ho"}],"label":"b"}';
    expect(texts((await understand(fileOf(chat, "jsonl"))).records, "messages")).toEqual(["user: Hi", "user: Ho"]);
    for (const [ending, words] of [
      ["xls", "save it as xlsx or CSV"],
      ["ods", "save it as xlsx or CSV"],
      ["feather", "df.to_parquet"],
    ] as const)
      await expect(understand(fileOf("x", ending))).rejects.toThrow(words);
  });
});

describe("API-37 guesses", () => {
  test("dates, times and numbers written for people are metadata", async () => {
    const line = (n: number) =>
      `Some words to read ${n},${n % 2 ? "x" : "y"},2026-01-${10 + (n % 19)}T10:00:0${n % 9}Z,${1 + (n % 28)}.12.2026,"${n},5","${n}.000,25 €",1${n % 10}:30`;
    const rows = Array.from({ length: 30 }, (_, n) => line(n));
    const { roles, words } = await understand(fileOf(`text,label,at,on,price,cost,time\n${rows.join("\n")}\n`, "csv"));
    expect(Object.entries(roles).filter(([, { kind }]) => kind === "field")).toEqual([["text", expect.anything()]]);
    expect(words.join("\n")).toContain('"price" stays a text: its numbers have decimal commas');
    const asked = await understand(
      fileOf(`text;label;price\na b;x;1,5\nc d;y;2\n`, "csv"),
      "--metadata",
      "price=float",
    );
    expect(asked.records.map(({ metadata }) => metadata?.price)).toEqual([1.5, 2]);
  });

  test("--metadata makes no field of other columns", async () => {
    const rows = Array.from(
      { length: 12 },
      (_, n) => `Some words to read ${n},${n % 2 ? "x" : "y"},${n},${n % 3},part ${n % 2}`,
    );
    const file = fileOf(`text,label,a,b,c\n${rows.join("\n")}\n`, "csv");
    const { roles } = await understand(file, "--metadata", "a");
    expect(roles).toMatchObject({
      text: { kind: "field" },
      a: { kind: "metadata" },
      b: { kind: "extra" },
      c: { kind: "extra" },
    });
  });

  test("a column without a name gets one, and that is said", async () => {
    const { roles, words } = await understand(fileOf(",text,label,\n0,a b,x,\n1,c d,y,\n", "csv"));
    expect(roles).toMatchObject({ index: { kind: "metadata", type: "integer" }, column_4: { kind: "ignored" } });
    expect(words.join("\n")).toContain('column 1 has no name in the first line: it is called "index"');
  });

  test("what was understood is shown with a sample of three rows", async () => {
    const { words } = await understand(at("tweetids.csv"));
    expect(words.slice(-3)).toEqual([
      '  line 2: tweet_id="1048245672345678901", text="one", label="a"',
      '  line 3: tweet_id="1048245672345678902", text="two", label="b"',
      '  line 4: tweet_id="1048245672345678903", text="three", label="a"',
    ]);
  });
});

describe("API-37 amounts with groups of thousands", () => {
  const rowsOf = (amounts: readonly string[]) => amounts.map((amount, n) => `some words ${n};x${n % 2};"${amount}"`);
  const read = async (amounts: readonly string[], ...options: string[]) => {
    const file = fileOf(`text;label;cost\n${rowsOf(amounts).join("\n")}\n`, "csv");
    const { roles, records, words } = await understand(file, ...options);
    return { role: roles.cost, costs: records.map(({ metadata }) => metadata?.cost), words: words.join("\n") };
  };

  test.each([
    ["with decimal commas", ["3.215,50", "-1.234.567,8", "12,75", "999"], [3215.5, -1_234_567.8, 12.75, 999]],
    ["in the English form", ["3,215.50", "-1,234,567.8", "12.75", "999"], [3215.5, -1_234_567.8, 12.75, 999]],
  ])(
    "%s they are numbers: one shows which sign begins the decimals, and none can be read in two ways",
    async (_, amounts, numbers) => {
      const { role, costs } = await read(amounts);
      expect(role).toMatchObject({ kind: "metadata", type: "float" });
      expect(costs).toEqual(numbers);
    },
  );

  test.each([
    ["a group without decimals", ["3.215,50", "3.215"]],
    ["an English group without decimals", ["3,215.50", "3,215"]],
    ["both forms", ["3.215,50", "3,215.50"]],
    ["a decimal point", ["3.215,50", "3.5"]],
    ["an amount with zeros before it", ["3.215,50", "007,5"]],
  ])("%s among them leaves all as they are written, and says so", async (_, amounts) => {
    const { costs, words } = await read(amounts);
    expect(costs).toEqual(amounts);
    expect(words).toContain('"cost" stays a text: not all of its amounts show');
  });

  test("two that would be the same number stay texts, until numbers are asked for", async () => {
    const amounts = ["3.215,50", "3.215,5"];
    const { costs, words } = await read(amounts);
    expect(costs).toEqual(amounts);
    expect(words).toContain("would be the same number");
    expect((await read(amounts, "--metadata", "cost=float")).costs).toEqual([3215.5, 3215.5]);
  });
});
