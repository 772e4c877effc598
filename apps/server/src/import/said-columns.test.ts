import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growsTooFast } from "../../tests/support/growth.ts";
import { labels, texts } from "./cases.fixture.ts";
import { fileOf, jsonl, understand, understandTask } from "./import.fixture.ts";
import { createMerging, MOST_MERGED } from "./merge-rows.ts";
import { MOST_MEMBERS, readMarks } from "./shapes/row-parts.ts";

/** What a file leaves open, and what somebody says of it. */

const span = (start: number, end: number, label: string) => ({ start, end, label });

describe("IMP-14 the members of objects as columns", () => {
  const rows = [
    { text: "a b", label: "x", meta: { source: "web", deep: { page: 1.0, at: "here" } } },
    { text: "c d", label: "y", meta: { source: "app", deep: { page: 2 } } },
    { text: "e f", label: "y", meta: "none" },
  ];
  test("are named by their paths; what is no object stays, and members of members are asked for by their path", async () => {
    const { records, roles } = await understand(jsonl(rows), "--members", "meta");
    expect(Object.keys(roles)).toEqual(["text", "label", "meta.source", "meta.deep", "meta"]);
    expect(records.map(({ metadata }) => metadata)).toEqual([
      { "meta.deep": { page: 1, at: "here" }, meta_source: "web" },
      { "meta.deep": { page: 2 }, meta_source: "app" },
      { meta: "none" },
    ]);
    const deeper = await understand(jsonl(rows), "--members", "meta.deep", "--members", "meta");
    expect(Object.keys(deeper.roles)).toContain("meta.deep.page");
  });

  test("keep every digit and the form of their numbers", async () => {
    const text =
      '{"text":"a","label":"x","meta":{"id":9007199254740993,"n":1.0}}\n{"text":"b","label":"y","meta":{"id":2,"n":1}}';
    const { records } = await understand(fileOf(text, "jsonl"), "--members", "meta");
    expect(records[0]?.metadataText).toContain("9007199254740993");
    expect(records[0]?.metadataText).toContain("1.0");
  });

  test("stay in their object where a column has the name of a member", async () => {
    const { roles, records } = await understand(
      jsonl([
        { text: "a b", label: "x", meta: { source: "web" }, "meta.source": "own" },
        { text: "c", label: "y" },
      ]),
      ...["--members", "meta"],
    );
    expect(Object.keys(roles)).toEqual(["text", "label", "meta", "meta.source"]);
    expect(records[0]?.metadata).toMatchObject({ meta: { source: "web" } });
  });

  test("are at most five deep and 500; beyond that the file is refused with the limit", async () => {
    await expect(understand(jsonl(rows), "--members", "a.b.c.d.e.f")).rejects.toThrow("at most 6 names");
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]));
    const file = (count: number) =>
      jsonl([
        { text: "a b", label: "x", meta: many(count) },
        { text: "c", label: "y" },
      ]);
    expect((await understand(file(MOST_MEMBERS), "--members", "meta")).records).toHaveLength(2);
    await expect(understand(file(MOST_MEMBERS + 1), "--members", "meta")).rejects.toThrow(
      'make more than 500 columns: line 1 has another one, "meta.n500"',
    );
  });
});

describe("IMP-15 what values are called, and what they mean", () => {
  test("integer labels get names", async () => {
    const file = fileOf("text,label\na b,0\nc d,1\n", "csv");
    const { plan, records } = await understand(file, "--label-names", "label=0:negative,1:positive");
    expect(labels(records)).toEqual(["0", "1"]);
    expect(plan.dataset.questions[0]?.settings).toMatchObject({
      options: [
        { value: "0", text: "negative" },
        { value: "1", text: "positive" },
      ],
    });
    for (const [option, says] of [
      ["label=7:odd", 'no value "7" that could be named'],
      ["text=a b:odd", 'Column "text" is no question'],
      ["label=odd", "say COLUMN=0:negative"],
    ] as const)
      await expect(understand(file, "--label-names", option)).rejects.toThrow(says);
  });

  test("a column with a bad cell can be a rating: the row is refused with its line, and counted before", async () => {
    const file = fileOf("text,label,stars\na b,x,3\nc d,y,n/a\ne f,x,5\ng h,y,12\n", "csv");
    const { plan, bad, records, words } = await understand(file, "--rating", "stars");
    expect(plan.dataset.questions[0]?.settings).toMatchObject({
      type: "rating",
      options: [3, 4, 5].map((value) => ({ value })),
    });
    expect(bad.map(({ line }) => line)).toEqual([3, 5]);
    expect(bad[0]?.fault).toContain('"n/a" is no whole number');
    expect(records).toHaveLength(2);
    expect(words.join("\n")).toContain('"stars": 2 rows have no rating, such as "n/a" on line 3: refused');
    const few = fileOf("text,stars\na b,3\nc d,x\ne f,y\n", "csv");
    await expect(understand(few, "--rating", "stars")).rejects.toThrow(
      'cannot be a rating: the value on line 3 is "x"',
    );
  });
});

describe("IMP-16 spans that are marked in a text", () => {
  test.each([
    ["[Rome](LOC) fell", "Rome fell", [span(0, 4, "LOC")]],
    ["💩 in <LOC>Rome</LOC>!", "💩 in Rome!", [span(5, 9, "LOC")]],
    ["<A>one <B>two</B></A>", "one two", [span(0, 7, "A"), span(4, 7, "B")]],
    ["a < b, <open> and </closed>", "a < b, <open> and </closed>", []],
    ["[link](https://x.org) [x]", "[link](https://x.org) [x]", []],
    ["<A></A>", "", []],
  ])("%s", (text, plain, spans) => {
    expect(readMarks(text)).toEqual({ plain, spans });
  });

  test("make a span question of the text, on request only", async () => {
    const file = jsonl([{ text: "[Rome](LOC) fell" }, { text: "Nothing" }]);
    const { records, plan } = await understand(file, "--marks", "text");
    expect(texts(records)).toEqual(["Rome fell", "Nothing"]);
    expect(labels(records)).toEqual([[span(0, 4, "LOC")], null]);
    expect(plan.dataset.questions[0]?.settings).toMatchObject({ type: "span", field: "text" });
    const plain = await understand(file, "--text", "note");
    expect(texts(plain.records)).toEqual(["[Rome](LOC) fell", "Nothing"]);
  });

  test("many marks that never end cost in proportion to their number", () => {
    const work = (size: number) => {
      const text = `${"<A>".repeat(size)}${"</B>".repeat(size)}`;
      return () => expect(readMarks(text).spans).toEqual([]);
    };
    expect(growsTooFast(2000, work)).toBeNull();
  });

  test("what is marked is found again, whatever stands around it", () => {
    const words = fc.string({ unit: fc.constantFrom("a", " ", "é", "🐦", "<", "]", "(") });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.string({ minLength: 1, unit: fc.constantFrom("x", "🐦", " ") }))),
        (pieces) => {
          const { plain, spans } = readMarks(pieces.map(([before, marked]) => `${before}<L>${marked}</L>`).join(""));
          expect(plain).toBe(pieces.map((both) => both.join("")).join(""));
          expect(spans.map(({ start, end }) => Array.from(plain).slice(start, end).join(""))).toEqual(
            pieces.map(([, marked]) => marked),
          );
        },
      ),
    );
  });
});

describe("IMP-17 several rows for one record", () => {
  const flags = ["--id", "id", "--label", "label", "--answer", "label", "--by", "who", "--ignore", "note"];
  const table = (...rows: readonly string[]) => fileOf(`id,text,label,who,note\n${rows.join("\n")}\n`, "csv");

  test("are merged on request, with the answer of each person, wherever they stand in the file", async () => {
    const file = table("1,one,x,ana,a", "2,two,y,ana,b", "1,one,y,bo,c");
    expect((await understand(file, ...flags)).bad).toMatchObject([{ line: 4 }]);
    const { records, bad, merged } = await understand(file, ...flags, "--merge");
    expect([bad, merged]).toEqual([[], 1]);
    expect(records.map(({ external_id, responses }) => [external_id, responses?.map(({ user }) => user)])).toEqual([
      ["1", ["ana", "bo"]],
      ["2", ["ana"]],
    ]);
  });

  test("that differ otherwise are refused with both lines and what differs", async () => {
    const file = table("1,one,x,ana,a", "1,other,y,bo,b", "1,one,y,ana,c", "1,one,y,bo,d");
    const { bad, merged, records } = await understand(file, ...flags, "--merge");
    expect(bad).toEqual([
      { line: 3, fault: 'column "id": id "1" stands on line 2 too, with other values of "text"' },
      { line: 4, fault: 'column "id": id "1" has an answer of "ana" on line 2 or later already' },
    ]);
    expect([merged, records.length, records[0]?.responses?.length]).toEqual([1, 1, 2]);
    expect(MOST_MERGED).toBe(500_000);
    await expect(understand(fileOf("text,label\na b,x\nc,y\n", "csv"), "--merge")).rejects.toThrow("--id COLUMN");
  });
});

test("IMP-06 rows read are stored, refused or merged, whatever a file of any kind holds", async () => {
  const cell = fc.constantFrom("x", "y", "", "3", "n/a", "a longer text, with a comma");
  const row = fc.record({
    id: fc.constantFrom("1", "2", "3", "4"),
    text: fc.constantFrom("one", "[two](LOC)", ""),
    label: fc.constantFrom("x", "y"),
    stars: fc.constantFrom(1, 2, "bad"),
    meta: fc.oneof(cell, fc.record({ source: cell })),
    who: fc.constantFrom("ana", "bo"),
  });
  const quoted = (value: unknown) =>
    `"${(typeof value === "object" ? JSON.stringify(value) : String(value)).replaceAll('"', '""')}"`;
  const flags = ["--field", "text", "--label", "label=x,y", "--answer", "label", "--by", "who", "--id", "id"];
  const more = fc.subarray([
    ["--merge"],
    ["--members", "meta"],
    ["--marks", "text"],
    ["--rating", "stars=1..2"],
    ["--trim"],
  ]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      more,
      fc.boolean(),
      async (rows, said, isTable) => {
        const names = ["id", "text", "label", "stars", "meta", "who"] as const;
        const file = isTable
          ? fileOf(
              [names.join(","), ...rows.map((one) => names.map((name) => quoted(one[name])).join(","))].join("\n"),
              "csv",
            )
          : jsonl(rows);
        const found = await understand(file, ...flags, ...said.flat());
        expect(found.records.length + found.bad.length + found.merged).toBe(rows.length);
      },
    ),
    { numRuns: 60 },
  );
});

test("IMP-17 many rows of one record cost in proportion to their number", () => {
  const work = (size: number) => {
    const records = Array.from({ length: size }, (_, index) => ({
      ...{ external_id: "a", fields: {}, metadata: null, vectors: {}, suggestions: [] },
      responses: [{ user: `u${index}`, status: "submitted" as const, values: {} }],
    }));
    return () => {
      const merging = createMerging({ roles: [{ column: "id", role: { kind: "id" } }] }, () => "line");
      for (const [index, record] of records.entries()) merging.look(record, { line: index + 1, index });
      expect(merging.count()).toBe(size - 1);
    };
  };
  expect(growsTooFast(2000, work)).toBeNull();
});

test("IMP-121 a mended table of refused rows has the columns of its rows alone, and that is said", async () => {
  const table =
    '\uFEFFline,column,value,reason,text,label\r\n7,text,"""x""","is odd",One here,a\r\n9,,,"is odd",Two here,b\r\n';
  const { roles, words, records } = await understand(fileOf(table, "csv"));
  expect(Object.keys(roles)).toEqual(["text", "label"]);
  expect(words.join("\n")).toContain("the columns line, column, value, reason are of the table of refused rows");
  expect(records.map(({ metadata }) => metadata)).toEqual([null, null]);
  const task = await understandTask(fileOf(table, "csv"), "TextClassification");
  expect(task.records.map(({ metadata }) => metadata)).toEqual([undefined, undefined]);
  const plain = await understand(fileOf(table, "csv"), "--shape", "plain");
  expect(Object.keys(plain.roles)).toContain("reason");
  const other = await understand(fileOf("line,column,value,reason,text,label\nx,,,,One,a\ny,,,,Two,b\n", "csv"));
  expect(Object.keys(other.roles)).toContain("line");
});
